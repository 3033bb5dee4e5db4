# What the library needs from outside: SLEEF, xxHash (its header only), threads.

find_package(Threads REQUIRED)
find_path(SLEEF_INCLUDE_DIR sleef.h)
find_library(SLEEF_LIBRARY sleef)
find_path(XXHASH_INCLUDE_DIR xxhash.h)

foreach(need "SLEEF_INCLUDE_DIR;sleef.h;libsleef-dev" "SLEEF_LIBRARY;libsleef;libsleef-dev" "XXHASH_INCLUDE_DIR;xxhash.h;libxxhash-dev")
  list(GET need 0 variable)
  list(GET need 1 what)
  list(GET need 2 package)
  if(NOT ${variable})
    message(FATAL_ERROR "${what} was not found. ./dev setup installs it (Debian: ${package}); else set ${variable}.")
  endif()
endforeach()

# The deterministic scalar functions came with SLEEF 3.4.
include(CheckSymbolExists)
set(CMAKE_REQUIRED_INCLUDES "${SLEEF_INCLUDE_DIR}")
set(CMAKE_REQUIRED_LIBRARIES "${SLEEF_LIBRARY}" m)
check_symbol_exists(Sleef_cinz_expd1_u10purec sleef.h SLEEF_HAS_DETERMINISTIC)
unset(CMAKE_REQUIRED_INCLUDES)
unset(CMAKE_REQUIRED_LIBRARIES)
if(NOT SLEEF_HAS_DETERMINISTIC)
  message(FATAL_ERROR "${SLEEF_LIBRARY} lacks Sleef_cinz_expd1_u10purec: SLEEF 3.4 or later is needed.")
endif()

add_library(scr_dependencies INTERFACE)
target_include_directories(scr_dependencies SYSTEM INTERFACE "${SLEEF_INCLUDE_DIR}" "${XXHASH_INCLUDE_DIR}")
target_link_libraries(scr_dependencies INTERFACE "${SLEEF_LIBRARY}" Threads::Threads m)
