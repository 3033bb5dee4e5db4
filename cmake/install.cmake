# What `cmake --install` puts where: the program (CMakeLists.txt), the cases of `scree verify`,
# documents, examples, the manual page, completion of words, the library, its headers, and what
# other builds find it with.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS libscree ARCHIVE)
if(SCR_SHARED)
  install(TARGETS libscree_shared LIBRARY)
endif()
install(DIRECTORY include/scree TYPE INCLUDE)
# What the kernels of a law outside of the tree may include.
foreach(header base/base.h kernel/batch.h kernel/fma.h model/slide.h model/dashpot.h)
  get_filename_component(folder "${header}" DIRECTORY)
  install(FILES "src/${header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/scree/law/${folder}")
endforeach()
install(DIRECTORY plugins TYPE DOC)
install(DIRECTORY verify DESTINATION "${CMAKE_INSTALL_DATADIR}/scree")
# Documents lie as they do here, so that their links lead somewhere.
install(FILES README.md CHANGELOG.md ARCHITECTURE.md CONTRIBUTING.md LICENSE TYPE DOC)
install(DIRECTORY docs TYPE DOC FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.png"
  PATTERN completion EXCLUDE)
install(FILES bench/README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}/bench")
install(FILES include/scree/scree.h include/scree/model.h
  DESTINATION "${CMAKE_INSTALL_DOCDIR}/include/scree")
install(FILES test/examples/bands.txt DESTINATION "${CMAKE_INSTALL_DOCDIR}/test/examples")
install(DIRECTORY examples TYPE DOC)
install(FILES docs/scree.1 DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES docs/completion/scree.bash DESTINATION
  "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME scree)
install(FILES docs/completion/_scree DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/scree")
configure_package_config_file(cmake/templates/scree-config.cmake.in scree-config.cmake
  INSTALL_DESTINATION "${package_dir}"
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(scree-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/scree-config.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/scree-config-version.cmake"
  cmake/templates/scree-law.cmake cmake/templates/law_entry.c.in
        DESTINATION "${package_dir}")

# `cmake --install --prefix` may choose another place than the one configured, and folders may be
# moved: scree.pc starts from where it lies.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(SCR_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
else()
  file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" up "${up}")
  set(SCR_PC_PREFIX "\${pcfiledir}/${up}")
endif()
foreach(dir INCLUDEDIR LIBDIR)
  set(SCR_PC_${dir} "${CMAKE_INSTALL_${dir}}")
  if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_${dir}}")
    set(SCR_PC_${dir} "\${prefix}/${CMAKE_INSTALL_${dir}}")
  endif()
endforeach()
# Two modules: `scree` takes the shared library, if there is one; `scree-static` always the other.
set(others "-lsleef -ldl -lpthread -lm")
function(scr_module module libs private)
  set(SCR_PC_NAME ${module})
  set(SCR_PC_LIBS "${libs}")
  set(SCR_PC_PRIVATE "${private}")
  configure_file(cmake/templates/scree.pc.in ${module}.pc @ONLY)
endfunction()
scr_module(scree-static "\${libdir}/libscree.a ${others}" "")
if(SCR_SHARED)
  scr_module(scree "-L\${libdir} -lscree" "${others}")
else()
  scr_module(scree "-L\${libdir} -lscree ${others}" "")
endif()
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/scree.pc" "${CMAKE_CURRENT_BINARY_DIR}/scree-static.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
