# kval_install_library(<top library>): `cmake --install` installs one archive of this library and all of its kval
# dependencies, the public header, and a package configuration that provides them as kval::kval.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# Appends the library and its dependencies to the list, each once.
function(kval_collect target list)
  if(NOT TARGET ${target} OR ${target} IN_LIST ${list})
    return()
  endif()
  get_target_property(kind ${target} TYPE)
  if(NOT kind STREQUAL "STATIC_LIBRARY")
    return()
  endif()
  set(collected ${${list}} ${target})
  get_target_property(below ${target} LINK_LIBRARIES)
  foreach(library IN LISTS below)
    kval_collect(${library} collected)
  endforeach()
  set(${list} ${collected} PARENT_SCOPE)
endfunction()

function(kval_install_library top)
  set(libraries "")
  kval_collect(${top} libraries)
  list(TRANSFORM libraries REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  add_library(kval_archive STATIC ${objects})
  set_target_properties(kval_archive PROPERTIES OUTPUT_NAME kval EXPORT_NAME kval LINKER_LANGUAGE CXX)
  target_include_directories(kval_archive INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/kval)
  install(TARGETS kval_archive EXPORT kvalTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
  install(FILES ${PROJECT_SOURCE_DIR}/include/kval/kval.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/kval COMPONENT library)
  install(EXPORT kvalTargets NAMESPACE kval:: DESTINATION ${package} COMPONENT library)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/package/kvalConfig.cmake.in
    ${PROJECT_BINARY_DIR}/generated/kvalConfig.cmake INSTALL_DESTINATION ${package})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/kvalConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/generated/kvalConfig.cmake ${PROJECT_BINARY_DIR}/generated/kvalConfigVersion.cmake
    DESTINATION ${package} COMPONENT library)
endfunction()
