# The files that the chapters show print what stands beneath them.
if(TARGET scree)
  foreach(chapter fish coming-from-pfc)
    scr_test(NAME ${chapter} AREA docs
      COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/run_blocks.sh" $<TARGET_FILE:scree>
      "${CMAKE_SOURCE_DIR}/docs/${chapter}.md")
  endforeach()
  scr_test(NAME readme AREA docs LABELS slow COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/readme.sh"
    $<TARGET_FILE:scree> "${CMAKE_SOURCE_DIR}")
  set_tests_properties(docs.readme PROPERTIES
    ENVIRONMENT "SCREE_RAN=${CMAKE_BINARY_DIR}/examples;SCREE_LATER=biaxial"
    DEPENDS "examples.bed;examples.biaxial;examples.burger-2d;examples.burger-3d;\
examples.stacked-spheres")
endif()
scr_test(NAME setup AREA docs LABELS slow
  COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/setup.sh" "${CMAKE_SOURCE_DIR}")
