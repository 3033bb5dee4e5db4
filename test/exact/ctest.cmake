# Exact answers: what the tests of this area share.
target_sources(scree_tests PRIVATE "${CMAKE_CURRENT_LIST_DIR}/exact.c"
  "${CMAKE_CURRENT_LIST_DIR}/pair.c" "${CMAKE_CURRENT_LIST_DIR}/path.c")
target_compile_definitions(scree_tests PRIVATE EXACT_ROOT="${CMAKE_SOURCE_DIR}")
