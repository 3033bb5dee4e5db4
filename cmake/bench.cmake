# What ./dev bench alone builds.
include(CheckCCompilerFlag)

# bench_limits: what the machine can do at most (bench/limits.c). Built by ./dev bench alone.

add_executable(bench_limits EXCLUDE_FROM_ALL bench/limits.c)
target_link_libraries(bench_limits PRIVATE scr_options m)
foreach(isa IN LISTS SCR_ISAS)
  add_library(bench_loops_${isa} OBJECT EXCLUDE_FROM_ALL bench/limits_loops.c)
  target_compile_definitions(bench_loops_${isa} PRIVATE SCR_ISA=${isa})
  # Not the options of the project: the row of multiply-add is about contraction, which they forbid.
  target_compile_options(bench_loops_${isa} PRIVATE -Wall -Wextra -O3 -fno-math-errno
    -fno-trapping-math -ffp-contract=fast -fopenmp-simd ${SCR_FLAGS_${isa}})
  if(CMAKE_C_COMPILER_ID MATCHES Clang)
    # a loop that stays scalar is no error
    target_compile_options(bench_loops_${isa} PRIVATE -Wno-pass-failed)
  endif()
  target_sources(bench_limits PRIVATE $<TARGET_OBJECTS:bench_loops_${isa}>)
endforeach()

# bench_bits_NAME: the program with kernels that give up the same bits, wholly or in one thing, to
# see what those cost (bench/README.md). These kernels stand in the place of the base ones, so that
# they run with SCREE_ISA=base; flags come last and win.
set(bench_native -march=native)
check_c_compiler_flag(-mprefer-vector-width=512 SCR_HAS_VECTOR_WIDTH)
if(SCR_HAS_VECTOR_WIDTH)
  list(APPEND bench_native -mprefer-vector-width=512)
endif()
set(bench_free_maths -ffp-contract=fast -Ofast -fno-finite-math-only)
add_custom_target(bench_bits)
function(scr_bench_bits name)
  set(objects "")
  # linked last: a target's own options stand before those of scr_options
  add_library(bench_flags_${name} INTERFACE)
  target_compile_options(bench_flags_${name} INTERFACE ${ARGN})
  foreach(dim 2 3)
    set(target kernel_bits_${name}_${dim}d)
    add_library(${target} OBJECT EXCLUDE_FROM_ALL ${kernel_sources})
    target_include_directories(${target} PRIVATE include src)
    target_link_libraries(${target} PRIVATE scr_options bench_flags_${name})
    target_compile_definitions(${target} PRIVATE SCR_KERNEL=1 SCR_DIM=${dim} SCR_ISA=base)
    target_compile_options(${target} PRIVATE -fopenmp-simd -O3)
    list(APPEND objects $<TARGET_OBJECTS:${target}>)
  endforeach()
  add_executable(bench_bits_${name} EXCLUDE_FROM_ALL ${app_sources} ${objects})
  target_link_libraries(bench_bits_${name} PRIVATE libscree ${SCR_LIBEDIT})
  target_compile_definitions(bench_bits_${name} PRIVATE
    $<TARGET_PROPERTY:scree,COMPILE_DEFINITIONS>)
  add_dependencies(bench_bits bench_bits_${name})
endfunction()
list(GET SCR_ISAS -1 bench_widest)
scr_bench_bits(kept ${SCR_FLAGS_${bench_widest}})
scr_bench_bits(contracted ${SCR_FLAGS_${bench_widest}} -ffp-contract=fast)
scr_bench_bits(unrounded ${SCR_FLAGS_${bench_widest}} -DSCR_PLAIN_SUMS=1)
scr_bench_bits(native ${bench_native})
scr_bench_bits(maths ${SCR_FLAGS_${bench_widest}} ${bench_free_maths})
scr_bench_bits(free ${bench_native} ${bench_free_maths} -DSCR_PLAIN_SUMS=1)

# bench_steps: counts the instructions of a stretch of a run (bench/steps.c).
add_executable(bench_steps EXCLUDE_FROM_ALL bench/steps.c)
target_link_libraries(bench_steps PRIVATE scr_options)
