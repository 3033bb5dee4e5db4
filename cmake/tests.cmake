# Tests. test/<floor>/test_*.c has a main() for cmocka each; one program holds them all, as linking
# takes longer than most tests do. An area adds what else it has in test/<area>/ctest.cmake.
# Labels: the area's name; `bits` (a name that contains bits: the same bits in many ways), `slow`
# (a name that ends in _slow: left out under sanitizers by day, as are tests that start no program
# of theirs), `night` (left out by day), `threads` (`par`, `savefile`, a name that contains threads:
# run under the sanitizers of addresses and threads at night), `sanitized` (by day the sanitizer of
# addresses sees it, too), `once` (by day that alone runs it).

set(CMAKE_CTEST_TIMEOUT 300)
if(SCR_COVERAGE) # counting each branch takes several times as long
  set(CMAKE_CTEST_TIMEOUT 1800)
endif()
find_path(CMOCKA_INCLUDE_DIR cmocka.h)
find_library(CMOCKA_LIBRARY cmocka)
if(NOT CMOCKA_INCLUDE_DIR OR NOT CMOCKA_LIBRARY)
  message(FATAL_ERROR
    "cmocka was not found. ./dev setup installs it (Debian: libcmocka-dev); "
    "-DBUILD_TESTING=OFF builds without tests.")
endif()

find_program(SCR_CLANG clang)

# Programs whose tests are tests of ctest each, as all together take longer than half a minute on a
# busy machine.
set(tests_in_parts bits.bits bits.kept_edits_bits bits.scenes_bits cmd.looks exact.examples
  exact.invariants exact.meshes exact.seeds fault.memory io.damage io.session_save world.bounds
  world.search world.threads)

# The names of a program's tests: those of its functions, else those of its rows, which begin with a
# name.
function(scr_parts source result)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  file(READ "${source}" text)
  string(REGEX MATCHALL "cmocka_unit_test\\([a-z0-9_]+" found "${text}")
  if(NOT found)
    string(REGEX MATCHALL "[{]\"[a-z0-9-]+\",[ \n]*(\"[a-z0-9.]+\",[ \n]*)?[23]," found "${text}")
  endif()
  list(TRANSFORM found REPLACE "cmocka_unit_test\\(" "")
  list(TRANSFORM found REPLACE "^[{]\"([a-z0-9-]+)\".*" "\\1")
  if(NOT found)
    message(FATAL_ERROR "${source} names no tests")
  endif()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# scr_test(NAME name AREA area COMMAND words... [LABELS label...] [TIMEOUT seconds])
function(scr_test)
  cmake_parse_arguments(arg "" "NAME;AREA;TIMEOUT" "COMMAND;LABELS" ${ARGN})
  set(labels ${arg_AREA} ${arg_LABELS})
  if(arg_NAME MATCHES "bits")
    list(APPEND labels bits)
  endif()
  if(arg_NAME MATCHES "threads|^(par|savefile)$")
    list(APPEND labels threads)
  endif()
  if(${arg_AREA}.${arg_NAME} IN_LIST tests_by_night)
    list(APPEND labels night)
  endif()
  if(arg_NAME MATCHES "_slow$" OR
      (SCR_SANITIZE AND ${arg_AREA}.${arg_NAME} IN_LIST tests_long_sanitized))
    list(APPEND labels slow)
  endif()
  if(arg_AREA MATCHES "^(app|base|cmd|docs|fault|fuzz|io|script|world)$"
      AND NOT labels MATCHES "slow|night|bits|threads"
      AND NOT ${arg_AREA}.${arg_NAME} IN_LIST tests_long_sanitized)
    list(APPEND labels sanitized)
    if(NOT arg_AREA STREQUAL world) # no instruction set or optimisation matters to the others
      list(APPEND labels once)
    endif()
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT ${CMAKE_CTEST_TIMEOUT})
  endif()
  add_test(NAME ${arg_AREA}.${arg_NAME} COMMAND ${arg_COMMAND}
    WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  set_tests_properties(${arg_AREA}.${arg_NAME} PROPERTIES LABELS "${labels}" TIMEOUT ${arg_TIMEOUT})
  # To look for leaks takes half of a short run; programs that run many files look for them always.
  if(SCR_SANITIZE MATCHES address AND NOT SCR_SANITIZE_ALL
      AND "${arg_AREA} ${arg_COMMAND}" MATCHES "^app|TARGET_FILE:scree>")
    set_property(TEST ${arg_AREA}.${arg_NAME} APPEND PROPERTY ENVIRONMENT
      "ASAN_OPTIONS=detect_leaks=0")
  endif()
endfunction()

# scr_tests_main(AREA area NAME name SOURCE file): the main() of a file gets a name of its own, by
# which test/support/tests.c calls it.
function(scr_tests_main)
  cmake_parse_arguments(arg "" "AREA;NAME;SOURCE" "" ${ARGN})
  file(STRINGS "${arg_SOURCE}" words REGEX "^int main\\(int argc" LIMIT_COUNT 1)
  set(takes VOID)
  if(words)
    set(takes WORDS)
  endif()
  target_sources(scree_tests PRIVATE "${arg_SOURCE}")
  set_property(SOURCE "${arg_SOURCE}" APPEND PROPERTY COMPILE_DEFINITIONS
    SCR_TEST_MAIN=test_${arg_AREA}_${arg_NAME} SCR_TEST_${takes}=1)
  if(SCR_SANITIZE AND NOT SCR_SANITIZE_ALL)
    set_property(SOURCE "${arg_SOURCE}" APPEND PROPERTY COMPILE_OPTIONS -O0 -fno-sanitize=all)
  endif()
  set_property(GLOBAL APPEND_STRING PROPERTY SCR_TESTS_ROWS
    "TEST_${takes}(${arg_AREA}, ${arg_NAME})\n")
endfunction()

# scr_unit_test(AREA area SOURCE file): a file of cmocka tests
function(scr_unit_test)
  cmake_parse_arguments(arg "" "AREA;SOURCE" "" ${ARGN})
  get_filename_component(stem "${arg_SOURCE}" NAME_WE)
  string(REGEX REPLACE "^test_" "" name "${stem}")
  scr_tests_main(AREA ${arg_AREA} NAME ${name} SOURCE "${arg_SOURCE}")
  set(command scree_tests ${arg_AREA}.${name})
  if(${arg_AREA}.${name} IN_LIST tests_that_skip)
    set(command sh "${CMAKE_SOURCE_DIR}/test/support/skips.sh" $<TARGET_FILE:scree_tests>
      ${arg_AREA}.${name})
  endif()
  set(tests ${name})
  if(${arg_AREA}.${name} IN_LIST tests_in_parts)
    scr_parts("${arg_SOURCE}" parts)
    list(TRANSFORM parts PREPEND "${name}." OUTPUT_VARIABLE tests)
  endif()
  foreach(test IN LISTS tests)
    scr_test(NAME ${test} AREA ${arg_AREA} COMMAND ${command})
    if(command MATCHES "skips.sh")
      set_tests_properties(${arg_AREA}.${test} PROPERTIES SKIP_RETURN_CODE 77)
    endif()
    if(NOT test STREQUAL name)
      string(REPLACE "${name}." "" part "${test}")
      set_tests_properties(${arg_AREA}.${test} PROPERTIES ENVIRONMENT "SCREE_PART=${part}"
        FAIL_REGULAR_EXPRESSION "Running 0 test") # a program older than its list of parts
    endif()
  endforeach()
endfunction()

# Under sanitizers they take 3 to 30 seconds each, and their code is run by shorter ones, too: by
# night they run there as well.
set(tests_long_sanitized cmd.checked
  cmd.help_text cmd.looks.as_asked_at_once cmd.pfc34 cmd.program cmd.refusals cmd.results
  cmd.states cmd.translated world.bodies world.bounds.edits_are_seen world.bounds.of_arrivals
  world.bounds.of_fast world.bounds.of_gases world.bounds.of_heaps world.brick world.carry
  world.counts world.fixed world.geometry world.inactive world.memory world.on_facet world.psets
  world.ratio world.reach world.reports world.search.lists world.search.other_lists
  world.search.lists_outlast_runners world.search.runners_anywhere world.timestep)

foreach(part RANGE 1 32) # every fourth part of the cases runs by day
  math(EXPR by_day "${part} % 4")
  if(NOT by_day EQUAL 1)
    list(APPEND tests_long_sanitized cmd.cases.${part})
  endif()
endforeach()

# By night alone: laws whose rows in 3D run by day, too.
set(tests_by_night bits.bits.adhesive-2d bits.bits.bonded-2d bits.bits.burger-2d
  bits.bits.creeping-2d bits.bits.jointed-2d bits.bits.plastic-2d bits.bits.rolling-2d
  bits.bits.sliding-2d bits.bits.soft-2d bits.bits.sticking-2d bits.bits.subnetwork-2d
  bits.bits.weak-2d bits.bits.written-2d)

# They are shown as skipped where ../shared (published files and lists of names) is missing beside
# the repository, io.vtkhdf where HDF5 is.
set(tests_that_skip exact.seeds io.vtkhdf cmd.check cmd.words script.names)

# The presets fuzz and afl build nothing else. SCR_FUZZ_DRIVER: what calls the targets, if not
# libFuzzer.
if(SCR_FUZZ)
  file(GLOB fuzzers CONFIGURE_DEPENDS test/fuzz/fuzz_*.c)
  foreach(source IN LISTS fuzzers)
    get_filename_component(name "${source}" NAME_WE)
    add_executable(${name} "${source}" test/fuzz/bound.c ${SCR_FUZZ_DRIVER})
    target_link_libraries(${name} PRIVATE libscree)
    if(NOT SCR_FUZZ_DRIVER)
      target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    endif()
  endforeach()
  return()
endif()

# The fuzz targets on what the repository keeps for them: every test run builds and runs them, so
# that they keep up with the program.
add_library(replay OBJECT test/fuzz/bound.c test/fuzz/driver.c)
target_link_libraries(replay PRIVATE libscree)
file(GLOB fuzzers CONFIGURE_DEPENDS test/fuzz/fuzz_*.c)
foreach(source IN LISTS fuzzers)
  get_filename_component(name "${source}" NAME_WE)
  file(GLOB corpus CONFIGURE_DEPENDS "test/fuzz/corpus/${name}/*")
  add_executable(replay_${name} "${source}" $<TARGET_OBJECTS:replay>)
  target_link_libraries(replay_${name} PRIVATE libscree)
  scr_test(NAME ${name} AREA fuzz COMMAND replay_${name} ${corpus})
endforeach()

# Compiled fast: what the tests test is compiled as it is used.
set(scr_flags_tests -O1)
if(SCR_QUICK)
  set(scr_flags_tests -O0)
endif()
add_executable(scree_tests test/support/tests.c test/support/part.c)
target_include_directories(scree_tests SYSTEM PRIVATE "${CMOCKA_INCLUDE_DIR}")
target_include_directories(scree_tests PRIVATE test "${CMAKE_BINARY_DIR}/tests")
target_link_libraries(scree_tests PRIVATE libscree "${CMOCKA_LIBRARY}")
target_compile_options(scree_tests PRIVATE -UNDEBUG ${scr_flags_tests}
  -include "${CMAKE_SOURCE_DIR}/test/support/tests.h")
if(SCR_SANITIZE MATCHES address) # what runs is sanitized, whether or not the tests' own code is
  target_compile_definitions(scree_tests PRIVATE SCR_SEES_ADDRESSES=1)
endif()
file(GLOB areas LIST_DIRECTORIES true test/*)
foreach(area IN LISTS areas)
  get_filename_component(folder "${area}" NAME)
  string(TOUPPER "${folder}" folder) # BITS_DIR is test/bits
  target_compile_definitions(scree_tests PRIVATE ${folder}_DIR="${area}")
endforeach()
file(GLOB unit_tests CONFIGURE_DEPENDS test/*/test_*.c)
foreach(source IN LISTS unit_tests)
  get_filename_component(directory "${source}" DIRECTORY)
  get_filename_component(area "${directory}" NAME)
  scr_unit_test(AREA ${area} SOURCE "${source}")
endforeach()

# scr_many_runs(target sources...): a program that calls the main() of these again and again
function(scr_many_runs target)
  add_library(${target}_main OBJECT ${ARGN})
  target_link_libraries(${target}_main PRIVATE libscree ${SCR_LIBEDIT})
  target_compile_definitions(${target}_main PRIVATE main=program_main)
  target_compile_options(${target}_main PRIVATE
    -include "${CMAKE_SOURCE_DIR}/test/support/many_runs.h")
  add_executable(${target} test/support/many_runs.c $<TARGET_OBJECTS:${target}_main>)
  target_link_libraries(${target} PRIVATE libscree ${SCR_LIBEDIT})
endfunction()

# FISH and commands: small text files that hold the output they expect.
scr_many_runs(fish_many test/script/fish_run.c)
scr_test(NAME cases AREA script COMMAND bash "${CMAKE_SOURCE_DIR}/test/script/run_cases.sh"
  $<TARGET_FILE:fish_many> "${CMAKE_SOURCE_DIR}/test/script/cases")
if(TARGET scree)
  scr_many_runs(scree_many ${app_sources})
  target_compile_definitions(scree_many_main PRIVATE
    $<TARGET_PROPERTY:scree,COMPILE_DEFINITIONS>)
  foreach(part RANGE 1 32)
    scr_test(NAME cases.${part} AREA cmd COMMAND sh "${CMAKE_SOURCE_DIR}/test/cmd/run_cases.sh"
      $<TARGET_FILE:scree_many> "${CMAKE_SOURCE_DIR}/test/cmd")
    set_tests_properties(cmd.cases.${part} PROPERTIES ENVIRONMENT "SCREE_PART=${part}/32")
  endforeach()
endif()

file(GLOB more CONFIGURE_DEPENDS test/*/ctest.cmake)
foreach(file IN LISTS more)
  include("${file}")
endforeach()

# The examples run to their end; those with results in test/examples/bands.txt must hit them, and
# draw the figures beside them. What takes more than some seconds runs at night, and by day in a
# small form: NAME:SETTING.
if(TARGET scree)
  file(GLOB examples CONFIGURE_DEPENDS examples/*.dat examples/*.p2dat examples/*.p3dat)
  set(examples_slow bed legacy-burger2d pile hopper biaxial direct-shear drum oedometer)
  # small forms of repose, drum-speeds, shear-bonds and biaxial-bonds run the same by day
  set(examples_night pile drum direct-shear hopper oedometer biaxial)
  set(examples_small beverloo:part=2.5 biaxial-bonds:part=15 brazilian:part=12 cell:part=27
    cylinder:part=20 drum-speeds:part=8 haff:part=10 packing:part=20 repose:part=5
    shear-bonds:part=16 triaxial:part=32 ucs:part=20)
  foreach(example IN LISTS examples)
    get_filename_component(name "${example}" NAME_WE)
    set(labels "")
    if(name IN_LIST examples_slow)
      set(labels slow)
    endif()
    if(name IN_LIST examples_night)
      list(APPEND labels night)
    endif()
    if(";${examples_small}" MATCHES ";${name}:([^;]*)")
      scr_test(NAME ${name}_small AREA examples LABELS slow
        COMMAND sh "${CMAKE_SOURCE_DIR}/test/examples/check.sh" $<TARGET_FILE:scree> "${example}"
        "${CMAKE_BINARY_DIR}/examples/${name}_small" "${CMAKE_MATCH_1}")
      set(labels slow night)
    endif()
    scr_test(NAME ${name} AREA examples LABELS ${labels}
      COMMAND sh "${CMAKE_SOURCE_DIR}/test/examples/check.sh" $<TARGET_FILE:scree> "${example}"
      "${CMAKE_BINARY_DIR}/examples/${name}")
  endforeach()
endif()
# A clang that makes code for 64-bit ARM looks at the kernels for it, on whatever machine.
if(SCR_CLANG AND NOT DEFINED SCR_CLANG_ARM)
  file(WRITE "${CMAKE_BINARY_DIR}/arm.c" "int arm;\n")
  execute_process(COMMAND "${SCR_CLANG}" --target=aarch64-linux-gnu -c -o
    "${CMAKE_BINARY_DIR}/arm.o" "${CMAKE_BINARY_DIR}/arm.c"
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  set(SCR_CLANG_ARM ${status} CACHE INTERNAL "0: it can")
endif()
if(SCR_CLANG AND SCR_CLANG_ARM EQUAL 0)
  scr_test(NAME neon AREA tools LABELS slow night
    COMMAND sh "${CMAKE_SOURCE_DIR}/tools/check_neon.sh" "${SCR_CLANG}"
    "${CMAKE_SOURCE_DIR}" ${kernel_sources})
endif()
scr_test(NAME floors AREA tools LABELS slow COMMAND sh "${CMAKE_SOURCE_DIR}/tools/check_floors.sh"
  "${CMAKE_SOURCE_DIR}")
scr_test(NAME columns AREA tools LABELS slow COMMAND sh "${CMAKE_SOURCE_DIR}/tools/check_columns.sh"
  "${CMAKE_SOURCE_DIR}")
if(CMAKE_NM)
  scr_test(NAME symbols AREA tools LABELS slow
    COMMAND sh "${CMAKE_SOURCE_DIR}/tools/check_symbols.sh"
    "${CMAKE_NM}" $<TARGET_OBJECTS:libscree>)
endif()
scr_test(NAME mutate_same AREA tools LABELS slow
  COMMAND sh "${CMAKE_SOURCE_DIR}/test/support/mutate_same.sh"
  "${CMAKE_SOURCE_DIR}")
scr_test(NAME numbers AREA tools LABELS slow COMMAND sh "${CMAKE_SOURCE_DIR}/tools/check_numbers.sh"
  "${CMAKE_SOURCE_DIR}")

get_property(rows GLOBAL PROPERTY SCR_TESTS_ROWS)
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/tests/tests.def" CONTENT "${rows}" @ONLY)
