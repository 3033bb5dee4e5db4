# What `cmake --install` puts where: the program (CMakeLists.txt), the cases of `scree verify`, the library, its headers, and what other builds find it with.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS libscree ARCHIVE)
install(DIRECTORY include/scree TYPE INCLUDE)
install(DIRECTORY verify DESTINATION "${CMAKE_INSTALL_DATADIR}/scree")

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/scree")
configure_package_config_file(cmake/templates/scree-config.cmake.in scree-config.cmake INSTALL_DESTINATION "${package_dir}"
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(scree-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/scree-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/scree-config-version.cmake"
        DESTINATION "${package_dir}")

configure_file(cmake/templates/scree.pc.in scree.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/scree.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
