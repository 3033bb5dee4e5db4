# What the bench does with its command line.
find_program(SCR_PYTHON python3)
if(SCR_PYTHON AND TARGET scree)
  scr_test(NAME arguments AREA bench LABELS slow
    COMMAND "${SCR_PYTHON}"
    "${CMAKE_CURRENT_LIST_DIR}/arguments.py" "${CMAKE_SOURCE_DIR}/bench/run.py"
    $<TARGET_FILE:scree>)
endif()
if(TARGET scree)
  scr_test(NAME laws AREA bench
    COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/laws.sh" "${CMAKE_SOURCE_DIR}" $<TARGET_FILE:scree>)
endif()
