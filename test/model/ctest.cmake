# Contact laws by themselves: what the tests of this area share.
target_sources(scree_tests PRIVATE "${CMAKE_CURRENT_LIST_DIR}/law.c")
