# The program is no part of the library: its files are compiled into the tests, and test_main runs
# the program itself.
if(TARGET scree)
  target_sources(scree_tests PRIVATE src/app/complete.c src/app/options.c src/app/progress.c
    src/app/summary.c)
  target_compile_definitions(scree_tests PRIVATE SCREE_PROGRAM="$<TARGET_FILE:scree>")
  add_dependencies(scree_tests scree)
  target_link_libraries(scree_tests PRIVATE ${SCR_LIBEDIT} util)
endif()

# Sanitizers bring libraries of their own.
find_program(READELF readelf)
if(TARGET scree AND READELF AND NOT SCR_SANITIZE AND NOT SCR_COVERAGE AND NOT SCR_FUZZ)
  scr_test(NAME late AREA app LABELS slow
    COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/late.sh" $<TARGET_FILE:scree>)
endif()
if(TARGET scree)
  scr_test(NAME draw AREA app LABELS slow COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/draw.sh"
    $<TARGET_FILE:scree>)
  set_property(TEST app.draw APPEND PROPERTY ENVIRONMENT
    "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/test/support/lsan.supp:print_suppressions=0")
endif()
# What each use of the command line comes to, word for word.
if(TARGET scree)
  scr_test(NAME uses AREA app COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/uses.sh"
    $<TARGET_FILE:scree_many> "${CMAKE_CURRENT_LIST_DIR}/uses.txt")
  set_property(TEST app.uses APPEND PROPERTY ENVIRONMENT
    "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/test/support/lsan.supp:print_suppressions=0")
endif()
