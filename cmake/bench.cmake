# bench_limits: what the machine can do at most (bench/limits.c). Built by ./dev bench alone.

add_executable(bench_limits EXCLUDE_FROM_ALL bench/limits.c)
target_link_libraries(bench_limits PRIVATE scr_options m)
foreach(isa IN LISTS SCR_ISAS)
  add_library(bench_loops_${isa} OBJECT EXCLUDE_FROM_ALL bench/limits_loops.c)
  target_compile_definitions(bench_loops_${isa} PRIVATE SCR_ISA=${isa})
  # Not the options of the project: the row of multiply-add is about contraction, which they forbid.
  target_compile_options(bench_loops_${isa} PRIVATE -Wall -Wextra -O3 -fno-math-errno -fno-trapping-math -ffp-contract=fast -fopenmp-simd ${SCR_FLAGS_${isa}})
  if(CMAKE_C_COMPILER_ID MATCHES Clang)
    target_compile_options(bench_loops_${isa} PRIVATE -Wno-pass-failed) # a loop that stays scalar is no error
  endif()
  target_sources(bench_limits PRIVATE $<TARGET_OBJECTS:bench_loops_${isa}>)
endforeach()
