# Flags that every file of the project is compiled with.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug or Release" FORCE)
endif()
set(SCR_DEBUG_INFO -g CACHE STRING "What optimised builds tell a debugger; -g1 compiles faster")
set(SCR_LEVEL -O3 CACHE STRING "Level of an optimised build; kernels have flags of their own")
set(CMAKE_C_FLAGS_RELEASE "${SCR_LEVEL} ${SCR_DEBUG_INFO} -DNDEBUG")
set(CMAKE_C_FLAGS_DEBUG "-O1 -g") # with -Og gcc 12 refuses to inline what xxhash.h demands

option(SCR_QUICK "Compile fast: what tests run seldom, most of all" OFF)
option(SCR_WERROR "Warnings are errors" OFF)
option(SCR_SHARED "Build the shared library beside the static one, from the same objects" ON)
option(SCR_COVERAGE "Count which lines the tests run (gcov)" OFF)
option(SCR_FUZZ "Build the fuzz targets of test/fuzz (clang)" OFF)
set(SCR_FUZZ_DRIVER "" CACHE STRING
  "Source with a main() for the fuzz targets (AFL++); empty: libFuzzer")
option(SCR_LTO "Optimise the program across its files, where gcc makes an optimised build" ON)
set(SCR_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=")
option(SCR_SWAPPED "Build kernels that add in another order: tests of bits must notice" ON)
option(SCR_SANITIZE_ALL "Sanitizers look at every access, at the tests' own code and for leaks in \
programs that tests start again and again" ON)

# One set of objects for both libraries: with hidden symbols, code for the shared one is as fast
# (docs/decisions.md).
if(SCR_SHARED)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  set(CMAKE_C_VISIBILITY_PRESET hidden)
endif()

add_library(scr_options INTERFACE)
target_compile_definitions(scr_options INTERFACE _POSIX_C_SOURCE=200809L
  SCR_VERSION="${PROJECT_VERSION}")

# Same bits from every compiler and instruction set: no contraction, nothing reordered
# (docs/decisions.md).
target_compile_options(scr_options INTERFACE -ffp-contract=off -fno-math-errno -fno-trapping-math)
# The short run looks for them without sanitizers.
if(NOT SCR_SANITIZE OR SCR_SANITIZE_ALL)
  target_compile_options(scr_options INTERFACE -Wall -Wextra -Wshadow -Wstrict-prototypes
    -Wmissing-prototypes -Wvla)
endif()

if(SCR_WERROR)
  target_compile_options(scr_options INTERFACE -Werror)
endif()
# The program's files but for the kernels (docs/decisions.md); libraries hold plain code.
set(SCR_LTO_USED OFF)
if(SCR_LTO AND CMAKE_C_COMPILER_ID STREQUAL GNU AND CMAKE_OBJCOPY AND NOT SCR_SANITIZE
    AND NOT SCR_COVERAGE AND NOT CMAKE_BUILD_TYPE STREQUAL Debug)
  set(SCR_LTO_USED ON)
endif()
if(SCR_SANITIZE)
  target_compile_options(scr_options INTERFACE -fsanitize=${SCR_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer -g1) # reports need lines; -g makes files four times as large
  # with sanitizers gcc sees paths that are none
  target_compile_options(scr_options INTERFACE -Wno-maybe-uninitialized
    -Wno-unknown-warning-option)
  if(NOT SCR_SANITIZE_ALL) # what costs most to compile; addresses show nearly all of it, too
    target_compile_options(scr_options INTERFACE
      -fno-sanitize=null,alignment,object-size,pointer-overflow)
  endif()
  target_link_options(scr_options INTERFACE -fsanitize=${SCR_SANITIZE})
  if(NOT SCR_SHARED) # programs at a fixed address start in half the time
    target_compile_options(scr_options INTERFACE -fno-pie)
    target_link_options(scr_options INTERFACE -no-pie)
  endif()
endif()
if(SCR_COVERAGE)
  target_compile_options(scr_options INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(scr_options INTERFACE --coverage)
endif()
if(SCR_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "SCR_FUZZ needs clang: cmake --preset fuzz")
  endif()
  if(NOT SCR_FUZZ_DRIVER)
    target_compile_options(scr_options INTERFACE -fsanitize=fuzzer-no-link)
  endif()
endif()
