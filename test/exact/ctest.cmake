# Exact answers: what the programs of this area share.
file(GLOB exact_tests CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/test_*.c")
foreach(source IN LISTS exact_tests)
  get_filename_component(stem "${source}" NAME_WE)
  string(REGEX REPLACE "^test_" "test_exact_" target "${stem}")
  target_sources(${target} PRIVATE "${CMAKE_CURRENT_LIST_DIR}/exact.c"
    "${CMAKE_CURRENT_LIST_DIR}/pair.c" "${CMAKE_CURRENT_LIST_DIR}/path.c")
  target_compile_definitions(${target} PRIVATE EXACT_ROOT="${CMAKE_SOURCE_DIR}")
endforeach()
