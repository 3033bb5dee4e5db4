# Under the address sanitizer what libraries keep to their end is no leak of this project.
set_property(TEST io.figure APPEND PROPERTY ENVIRONMENT
  "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/test/support/lsan.supp:print_suppressions=0")

# Files for other programs: read by short readers of their own always (VTKHDF: test_vtkhdf.c),
# and by these programs where they are installed.
if(SCR_PYTHON AND TARGET scree)
  foreach(by own vtk h5py lammps)
    scr_test(NAME formats_${by} AREA io COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/formats/formats.sh"
      $<TARGET_FILE:scree> ${by})
    set_tests_properties(io.formats_${by} PROPERTIES SKIP_RETURN_CODE 77)
  endforeach()
endif()
