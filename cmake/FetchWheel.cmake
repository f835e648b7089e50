# kval_fetch_wheel(<variable> <requirements>): the path of the PyPI package that the file pins by version and
# hash. scripts/fetch-schemas stores it in the user's cache directory; it does nothing if the package exists
# already, and fails if its hash differs.
function(kval_fetch_wheel variable requirements)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${requirements})
  execute_process(
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/fetch-schemas ${requirements}
    OUTPUT_VARIABLE wheel OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "the package of ${requirements} cannot be fetched: run scripts/setup with a network once")
  endif()
  set(${variable} ${wheel} PARENT_SCOPE)
endfunction()
