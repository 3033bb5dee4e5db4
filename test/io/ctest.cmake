# Under the address sanitizer what libraries keep to their end is no leak of this project.
set_property(TEST io.figure APPEND PROPERTY ENVIRONMENT
  "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/test/support/lsan.supp")
