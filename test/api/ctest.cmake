# The library as others see it: installed, and found by pkg-config and CMake. Sanitizers would have
# to be in that program, too.
find_program(PKG_CONFIG pkg-config)
if(PKG_CONFIG AND TARGET scree AND NOT SCR_SANITIZE AND NOT SCR_COVERAGE AND NOT SCR_FUZZ)
  scr_test(NAME installed AREA api COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/installed.sh"
    "${CMAKE_BINARY_DIR}" "${CMAKE_SOURCE_DIR}"
           "${CMAKE_COMMAND}")
  scr_test(NAME libraries AREA api COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/libraries.sh"
           "${CMAKE_BINARY_DIR}" "${CMAKE_SOURCE_DIR}" "${CMAKE_COMMAND}" "${SCR_SHARED}")
endif()

# scree.h in C++, where there is a compiler for it; the project itself is C alone.
find_program(CXX_COMPILER NAMES g++ clang++ c++)
if(CXX_COMPILER AND NOT SCR_SANITIZE AND NOT SCR_COVERAGE AND NOT SCR_FUZZ)
  scr_test(NAME cplusplus AREA api COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/cplusplus.sh"
    "${CXX_COMPILER}" "${CMAKE_SOURCE_DIR}")
endif()
