# What the program says from outside, beside its data files.
if(TARGET scree)
  scr_test(NAME program AREA cmd COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/program.sh"
    $<TARGET_FILE:scree>)
  scr_test(NAME windows AREA cmd COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/windows.sh"
    $<TARGET_FILE:scree>)
endif()
# Fragments by any number of threads.
if(TARGET scree)
  scr_test(NAME threads AREA cmd COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/threads.sh"
    $<TARGET_FILE:scree> "${CMAKE_CURRENT_LIST_DIR}/threads.p2dat")
  scr_test(NAME table_bits AREA cmd COMMAND sh
    "${CMAKE_CURRENT_LIST_DIR}/table_bits.sh" $<TARGET_FILE:scree>
    "${CMAKE_CURRENT_LIST_DIR}/table_bits.p2dat")
endif()
# Messages word for word.
if(TARGET scree)
  file(GLOB messages CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/messages/*.txt")
  foreach(file IN LISTS messages)
    get_filename_component(name "${file}" NAME_WE)
    scr_test(NAME messages.${name} AREA cmd COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/messages.sh"
      $<TARGET_FILE:scree_many> "${file}")
  endforeach()
endif()
# What data files print and write, byte for byte.
if(TARGET scree)
  file(GLOB outputs CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/outputs/*.dat")
  foreach(file IN LISTS outputs)
    get_filename_component(name "${file}" NAME_WE)
    scr_test(NAME outputs.${name} AREA cmd COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/outputs.sh"
      $<TARGET_FILE:scree> "${file}")
  endforeach()
endif()
# What scree says of itself.
if(TARGET scree)
  scr_test(NAME help_text AREA cmd COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/help.sh"
    $<TARGET_FILE:scree> "${CMAKE_CURRENT_LIST_DIR}/help.txt")
endif()
# Cases and tests that draw pictures with letters: see test/io/ctest.cmake.
if(TARGET scree)
  set(drawing cmd.results)
  foreach(part RANGE 1 32)
    list(APPEND drawing cmd.cases.${part})
  endforeach()
  set_property(TEST ${drawing} APPEND PROPERTY ENVIRONMENT
    "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/test/support/lsan.supp:print_suppressions=0")
endif()
# Older files, and what `scree translate` makes of them, give the same states.
if(TARGET scree)
  file(GLOB older CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/cases/legacy_*.dat"
    "${CMAKE_CURRENT_LIST_DIR}/cases/good_*.dat" "${CMAKE_CURRENT_LIST_DIR}/outputs/legacy*.dat")
  scr_test(NAME translate AREA cmd LABELS slow COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/translate.sh"
    $<TARGET_FILE:scree_many> ${older})
  file(GLOB older CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/examples/legacy*.dat")
  scr_test(NAME translate.examples AREA cmd LABELS slow night
    COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/translate.sh" $<TARGET_FILE:scree_many> ${older})
endif()
# What `scree check` says of the cases, word for word.
if(TARGET scree)
  scr_test(NAME checked AREA cmd COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/checked.sh"
    $<TARGET_FILE:scree_many> "${CMAKE_CURRENT_LIST_DIR}/checked.txt")
endif()
# What `scree translate` writes, word for word: the files of test/cmd/older are made for it.
if(TARGET scree)
  scr_test(NAME translated AREA cmd COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/translated.sh"
    $<TARGET_FILE:scree_many> "${CMAKE_CURRENT_LIST_DIR}/translated.txt")
  file(GLOB older CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/older/*.p?dat")
  scr_test(NAME translate.older AREA cmd COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/translate.sh"
    $<TARGET_FILE:scree_many> ${older})
endif()
# A file and the part that it calls are translated one by one.
if(TARGET scree)
  foreach(parts parts parts_damp parts_driver parts_fishcall parts_labels)
    scr_test(NAME translate.${parts} AREA cmd COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/parts.sh"
      $<TARGET_FILE:scree> "${CMAKE_CURRENT_LIST_DIR}/${parts}")
  endforeach()
endif()
# Short files in the style of PFC 5, and of PFC 3 and 4, with what they print; translated, too.
if(TARGET scree)
  foreach(style pfc5 pfc34)
    scr_test(NAME ${style} AREA cmd COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/run_cases.sh"
      $<TARGET_FILE:scree_many> "${CMAKE_CURRENT_LIST_DIR}/${style}")
    set_property(TEST cmd.${style} APPEND PROPERTY ENVIRONMENT
      "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/test/support/lsan.supp:print_suppressions=0")
    file(GLOB styled CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/${style}/*.p?dat")
    scr_test(NAME translate.${style} AREA cmd LABELS slow
      COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/translate.sh"
      $<TARGET_FILE:scree_many> ${styled})
  endforeach()
endif()
