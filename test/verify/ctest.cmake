# The suite of scree verify, what it says of wrong cases, and the tables of one of its cases
# computed anew. Cases of 3 to 8 seconds whose laws others show, too, wait for the night.
if(TARGET scree)
  set(suite sh "${CMAKE_CURRENT_LIST_DIR}/suite.sh" $<TARGET_FILE:scree> "${CMAKE_SOURCE_DIR}"
    "${CMAKE_BINARY_DIR}/verify-report")
  scr_test(NAME suite AREA verify LABELS slow night TIMEOUT 600 COMMAND ${suite})
  foreach(part RANGE 1 8)
    set(command ${suite})
    list(TRANSFORM command APPEND -${part} AT -1)
    scr_test(NAME suite${part} AREA verify LABELS slow COMMAND ${command} ${part} 8
      adhesion-jkr bonded-cantilever bonded-strip burger-legacy fcc-triaxial network-solid
      random-impacts water-bridge)
  endforeach()
  scr_test(NAME wrong AREA verify COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/wrong.sh"
    $<TARGET_FILE:scree>)
  scr_test(NAME report AREA verify COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/report.sh"
    $<TARGET_FILE:scree> "${CMAKE_CURRENT_LIST_DIR}/report")
endif()
scr_unit_test(AREA verify SOURCE "${CMAKE_CURRENT_LIST_DIR}/ode.c")
