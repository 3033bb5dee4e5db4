# The program is no part of the library: its files are compiled into the tests, and test_main runs the program itself.
if(TARGET scree)
  target_sources(test_app_options PRIVATE src/app/options.c)
  target_sources(test_app_progress PRIVATE src/app/progress.c)
  target_compile_definitions(test_app_main PRIVATE SCREE_PROGRAM="$<TARGET_FILE:scree>")
  add_dependencies(test_app_main scree)
endif()
