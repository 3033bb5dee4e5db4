# The kernels once more, as another build makes them (test/bits/kernels.h).
# scr_bits_kernels(KIND flags...)
function(scr_bits_kernels kind)
  foreach(dim 2 3)
    set(target kernel_${kind}_${dim}d)
    add_library(${target} OBJECT ${kernel_sources})
    target_include_directories(${target} PRIVATE include src)
    target_link_libraries(${target} PRIVATE scr_options)
    target_compile_definitions(${target} PRIVATE SCR_KERNEL=1 SCR_DIM=${dim} SCR_ISA=${kind})
    target_compile_options(${target} PRIVATE -fopenmp-simd ${ARGN})
    target_sources(scree_tests PRIVATE $<TARGET_OBJECTS:${target}>)
  endforeach()
  foreach(tests rows scenes)
    scr_tests_main(AREA bits NAME ${tests}_${kind}
      SOURCE "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${tests}_${kind}.c")
    scr_test(NAME ${tests}_${kind} AREA bits LABELS slow
      COMMAND sh "${CMAKE_SOURCE_DIR}/test/support/skips.sh" $<TARGET_FILE:scree_tests>
      bits.${tests}_${kind})
    set_tests_properties(bits.${tests}_${kind} PROPERTIES SKIP_RETURN_CODE 77)
  endforeach()
endfunction()

if(SCR_SWAPPED AND NOT SCR_SANITIZE AND NOT SCR_COVERAGE)
  scr_bits_kernels(swapped -O1 -DSCR_SWAP_SUMMANDS=1)
endif()

# By day gcc alone builds the whole program; clang makes the kernels, where nearly all numbers are
# computed. ./dev nightly builds the rest with clang, too.
if(SCR_CLANG AND CMAKE_C_COMPILER_ID STREQUAL GNU AND SCR_MORE_ISAS
    AND NOT SCR_SANITIZE AND NOT SCR_COVERAGE)
  set(flags ${SCR_KERNEL_FLAGS})
  if(SCR_QUICK)
    set(flags -O2) # clang vectorises with it, too
  endif()
  scr_bits_kernels(clang ${flags} ${SCR_FLAGS_avx2} -Wno-pass-failed)
  foreach(dim 2 3)
    set_target_properties(kernel_clang_${dim}d PROPERTIES C_COMPILER_LAUNCHER
      "sh;${CMAKE_SOURCE_DIR}/cmake/instead.sh;${SCR_CLANG}")
  endforeach()
endif()
