# kval_library(<name> LAYER <n> [SMALL] SOURCES ... [SMALL_SOURCES ...] [SMALLEST_SOURCES ...] [DEPENDS ...]
# [PRIVATE ...])
#
# The only way to define a library of kval. <name> becomes the target kval_<name>. DEPENDS are other kval
# libraries of lower layers: an upward or sideways dependency fails at configure time. PRIVATE are third-party
# targets; users of the library do not see them.
#
# SMALL is for code that runs once per run or document: the release optimizes it for size (-O2, short
# inlining, no alignment), which makes the program 3 % smaller. -Os would be smaller, but template instances
# of the standard library are shared between libraries, and a small check would execute 23 % more
# instructions. SMALL_SOURCES are further sources with these options: code that only produces messages.
# SMALLEST_SOURCES are compiled with -Os, by clang with -Oz: code whose speed does not matter. They come last,
# so that shared template instances are taken from other sources.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(KVAL_SMALL -O2 -fno-align-functions -fno-align-jumps -fno-align-labels -fno-align-loops --param
      max-inline-insns-single=20)
  set(KVAL_SMALLEST -Os)
else()
  # Clang ignores these options. With -Os the program is 8 % smaller; a small check takes as long, one of
  # thousands of manifests a tenth longer.
  set(KVAL_SMALL -Os)
  # zig replaces -Oz with -Os.
  set(KVAL_SMALLEST -Os -Xclang -Oz)
endif()

function(kval_library name)
  cmake_parse_arguments(arg "SMALL" "LAYER" "SOURCES;SMALL_SOURCES;SMALLEST_SOURCES;DEPENDS;PRIVATE" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS OR NOT DEFINED arg_LAYER OR NOT (arg_SOURCES OR arg_SMALLEST_SOURCES))
    message(FATAL_ERROR "kval_library(${name}): needs LAYER and SOURCES; not understood: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(target kval_${name})
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    # No options differ: larger batches take less time.
    list(APPEND arg_SOURCES ${arg_SMALL_SOURCES} ${arg_SMALLEST_SOURCES})
    unset(arg_SMALL_SOURCES)
    unset(arg_SMALLEST_SOURCES)
  endif()
  kval_list_alone(${target} ${arg_SOURCES} ${arg_SMALL_SOURCES} ${arg_SMALLEST_SOURCES})
  kval_unity(${target} arg_SOURCES arg_SMALL_SOURCES arg_SMALLEST_SOURCES)
  add_library(${target} STATIC ${arg_SOURCES} ${arg_SMALL_SOURCES} ${arg_SMALLEST_SOURCES})
  if(arg_SMALL_SOURCES)
    set_property(SOURCE ${arg_SMALL_SOURCES} APPEND PROPERTY COMPILE_OPTIONS "$<$<CONFIG:Release>:${KVAL_SMALL}>")
  endif()
  if(arg_SMALLEST_SOURCES)
    set_property(SOURCE ${arg_SMALLEST_SOURCES} APPEND PROPERTY COMPILE_OPTIONS "$<$<CONFIG:Release>:${KVAL_SMALLEST}>")
  endif()
  set_property(TARGET ${target} PROPERTY KVAL_LAYER ${arg_LAYER})
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${target} PRIVATE kval_warnings)
  foreach(dependency IN LISTS arg_DEPENDS)
    if(NOT TARGET kval_${dependency})
      message(FATAL_ERROR "kval_library(${name}): there is no library `${dependency}` below it")
    endif()
    get_property(below TARGET kval_${dependency} PROPERTY KVAL_LAYER)
    if(NOT below LESS arg_LAYER)
      message(FATAL_ERROR
        "kval_library(${name}): layer ${arg_LAYER} may not depend on ${dependency} of layer ${below}")
    endif()
    target_link_libraries(${target} PUBLIC kval_${dependency})
  endforeach()
  target_link_libraries(${target} PRIVATE ${arg_PRIVATE})
  if(arg_SMALL)
    target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:${KVAL_SMALL}>")
  endif()
endfunction()

# kval_test(<name> SOURCES ... DEPENDS ...): a GoogleTest program named <name>_test. Windows compiles no *_posix_test.cc.
function(kval_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;PRIVATE;DEFINES" ${ARGN})
  if(NOT KVAL_TESTS)
    return()
  endif()
  if(WIN32)
    list(FILTER arg_SOURCES EXCLUDE REGEX "_posix_test[.]cc$")
  endif()
  set(target ${name}_test)
  kval_list_alone(${target} ${arg_SOURCES})
  kval_unity(${target} arg_SOURCES)
  add_executable(${target} ${arg_SOURCES})
  list(TRANSFORM arg_DEPENDS PREPEND kval_)
  target_link_libraries(${target} PRIVATE ${arg_DEPENDS} ${arg_PRIVATE} kval_warnings GTest::gmock_main)
  target_compile_definitions(${target} PRIVATE ${arg_DEFINES})
  add_test(NAME ${name} COMMAND ${target})
endfunction()
