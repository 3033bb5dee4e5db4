# Contact laws by themselves: what the programs of this area share.
file(GLOB model_tests CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/test_*.c")
foreach(source IN LISTS model_tests)
  get_filename_component(stem "${source}" NAME_WE)
  string(REGEX REPLACE "^test_" "test_model_" target "${stem}")
  target_sources(${target} PRIVATE "${CMAKE_CURRENT_LIST_DIR}/law.c")
endforeach()
