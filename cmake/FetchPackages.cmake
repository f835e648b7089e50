# kval_fetch_packages(<variable> <pins>): the path of the PyPI package that a requirements file pins by version and
# hash, or the directory of the npm packages or Go modules that a table pins. scripts/fetch-schemas stores them in the user's cache
# directory; it does nothing if the packages exist already, and fails if a hash differs.
function(kval_fetch_packages variable pins)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${pins})
  execute_process(
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/fetch-schemas ${pins}
    OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "the packages of ${pins} cannot be fetched: run scripts/setup with a network once")
  endif()
  set(${variable} ${path} PARENT_SCOPE)
endfunction()
