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

# Optional: history and completion of `scree repl`.
option(SCR_EDIT "Use libedit for scree repl, where it is installed" ON)
set(SCR_LIBEDIT "")
find_package(PkgConfig QUIET)
if(SCR_EDIT AND PkgConfig_FOUND)
  pkg_check_modules(LIBEDIT QUIET IMPORTED_TARGET libedit)
  if(LIBEDIT_FOUND)
    add_library(scr_libedit INTERFACE)
    target_link_libraries(scr_libedit INTERFACE PkgConfig::LIBEDIT)
    target_compile_definitions(scr_libedit INTERFACE SCR_HAVE_LIBEDIT=1)
    set(SCR_LIBEDIT scr_libedit)
  endif()
endif()

# Optional: threads on cores of their own.
option(SCR_PIN "Use hwloc to give threads cores of their own, where it is installed" ON)
set(SCR_HWLOC "")
set(SCR_HWLOC_LIBS "") # what scree.pc and scree-config.cmake name
if(SCR_PIN AND PkgConfig_FOUND)
  pkg_check_modules(HWLOC QUIET IMPORTED_TARGET hwloc>=2)
  if(HWLOC_FOUND)
    add_library(scr_hwloc INTERFACE)
    target_link_libraries(scr_hwloc INTERFACE PkgConfig::HWLOC)
    target_compile_definitions(scr_hwloc INTERFACE SCR_HAVE_HWLOC=1)
    set(SCR_HWLOC scr_hwloc)
    set(SCR_HWLOC_LIBS " -lhwloc")
  endif()
endif()

# Optional: figures as PNG and PDF. SVG is written without it.
option(SCR_PLOT "Use cairo for figures in PNG and PDF, where it is installed" ON)
set(SCR_CAIRO "")
set(SCR_CAIRO_LIBS "") # what scree.pc and scree-config.cmake name
if(SCR_PLOT AND PkgConfig_FOUND)
  pkg_check_modules(CAIRO QUIET IMPORTED_TARGET cairo cairo-pdf cairo-png)
  if(CAIRO_FOUND)
    add_library(scr_cairo INTERFACE)
    target_link_libraries(scr_cairo INTERFACE PkgConfig::CAIRO)
    target_compile_definitions(scr_cairo INTERFACE SCR_HAVE_CAIRO=1)
    set(SCR_CAIRO scr_cairo)
    set(SCR_CAIRO_LIBS " -lcairo")
  endif()
endif()
