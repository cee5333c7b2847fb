# `cmake --install`: headers, generated ones included, libraries, tools, and a
# package that find_package(TPMLIR) finds.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tpmlir)
get_property(tp_libs GLOBAL PROPERTY TP_LIBRARIES)

install(TARGETS ${tp_libs} EXPORT TPMLIRTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT Development)
install(EXPORT TPMLIRTargets NAMESPACE TPMLIR:: DESTINATION ${package_dir}
  COMPONENT Development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tp ${PROJECT_BINARY_DIR}/include/tp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT Development
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN "*.td" PATTERN "*.inc"
  PATTERN CMakeFiles EXCLUDE)

set(TPMLIR_LIBRARIES ${tp_libs})
configure_package_config_file(cmake/TPMLIRConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/TPMLIRConfig.cmake INSTALL_DESTINATION ${package_dir}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/TPMLIRConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/cmake/TPMLIRConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/TPMLIRConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT Development)
