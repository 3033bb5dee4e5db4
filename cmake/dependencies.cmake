# What the library needs from outside: SLEEF, xxHash (its header only), threads.

find_package(Threads REQUIRED)
find_path(SLEEF_INCLUDE_DIR sleef.h)
find_library(SLEEF_LIBRARY sleef)
find_path(XXHASH_INCLUDE_DIR xxhash.h)

foreach(need "SLEEF_INCLUDE_DIR;sleef.h;libsleef-dev" "SLEEF_LIBRARY;libsleef;libsleef-dev"
  "XXHASH_INCLUDE_DIR;xxhash.h;libxxhash-dev")
  list(GET need 0 variable)
  list(GET need 1 what)
  list(GET need 2 package)
  if(NOT ${variable})
    message(FATAL_ERROR
      "${what} was not found. ./dev setup installs it (Debian: ${package}); else set ${variable}.")
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
  message(FATAL_ERROR
    "${SLEEF_LIBRARY} lacks Sleef_cinz_expd1_u10purec: SLEEF 3.4 or later is needed.")
endif()

add_library(scr_dependencies INTERFACE)
target_include_directories(scr_dependencies SYSTEM INTERFACE "${SLEEF_INCLUDE_DIR}"
  "${XXHASH_INCLUDE_DIR}")
target_link_libraries(scr_dependencies INTERFACE "${SLEEF_LIBRARY}" Threads::Threads
  ${CMAKE_DL_LIBS} m)

# An optional library, where it is installed and the option is on. It is loaded when it is needed
# (src/base/late.h), so the program is not linked with it: SCR_HAVE_<NAME>, which SCR_<NAME> brings
# with the folder of its headers, is the name that the loader asks for. The modules of pkg-config
# follow. Who builds against scree needs none of them.
find_package(PkgConfig QUIET)
macro(scr_optional name library)
  set(SCR_${name} "")
  if(PkgConfig_FOUND)
    pkg_check_modules(${name} QUIET ${ARGN})
    if(${name}_FOUND)
      find_library(${name}_SHARED ${library} HINTS ${${name}_LIBRARY_DIRS})
      scr_soname(${name}_FILE "${${name}_SHARED}")
    endif()
    if(${name}_FOUND AND ${name}_FILE)
      string(TOLOWER scr_${name} target)
      add_library(${target} INTERFACE)
      target_include_directories(${target} SYSTEM INTERFACE ${${name}_INCLUDE_DIRS})
      target_compile_options(${target} INTERFACE ${${name}_CFLAGS_OTHER})
      target_compile_definitions(${target} INTERFACE SCR_HAVE_${name}="${${name}_FILE}")
      set(SCR_${name} ${target})
    elseif(${name}_FOUND)
      message(STATUS
        "${library} is left out: no shared library of it was found, or no objdump to ask it for "
        "its name")
    endif()
  endif()
endmacro()

# What the loader calls a library; empty: it is no shared one.
function(scr_soname variable library)
  execute_process(COMMAND "${CMAKE_OBJDUMP}" -p "${library}" OUTPUT_VARIABLE headers ERROR_QUIET)
  string(REGEX MATCH "SONAME +([^ \n]+)" found "${headers}")
  set(${variable} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()

# History and completion of `scree repl`; threads on cores of their own; figures as PNG and PDF (SVG
# is written without it); files for VTK that are compressed, or HDF5.
option(SCR_EDIT "Use libedit for scree repl, where it is installed" ON)
option(SCR_PIN "Use hwloc to give threads cores of their own, where it is installed" ON)
option(SCR_PLOT "Use cairo for figures in PNG and PDF, where it is installed" ON)
option(SCR_ZIP "Use zlib to compress files for VTK, where it is installed" ON)
option(SCR_HDF "Use HDF5 for files of VTKHDF, where it is installed" ON)
if(SCR_EDIT)
  scr_optional(LIBEDIT edit libedit)
endif()
if(SCR_PIN)
  scr_optional(HWLOC hwloc hwloc>=2)
endif()
if(SCR_PLOT)
  scr_optional(CAIRO cairo cairo cairo-pdf cairo-png)
endif()
if(SCR_ZIP)
  scr_optional(ZLIB z zlib)
endif()
if(SCR_HDF)
  scr_optional(HDF5 hdf5_serial hdf5-serial)
  if(NOT SCR_HDF5)
    scr_optional(HDF5 hdf5 hdf5)
  endif()
endif()
