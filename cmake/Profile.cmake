# Profile-guided optimization (scripts/profile): a first build counts the executed code of training runs; the release is
# optimized with these counts.
#
#   KVAL_PROFILE=count   the program writes its counts to KVAL_PROFILE_COUNTS when it ends
#   KVAL_PROFILE=use     optimizes with the counts in KVAL_PROFILE_COUNTS; code without counts is optimized for size
#   KVAL_PROFILE=lines   the program writes the counts of --coverage when it ends, for scripts/coverage
#
# All other options of the first two builds must be equal. Requires GCC; with other compilers a warning is issued and the
# option has no effect.
set(KVAL_PROFILE "" CACHE STRING "count: count what runs execute; use: optimise by such counts; lines: of --coverage")
set(KVAL_PROFILE_COUNTS "${PROJECT_SOURCE_DIR}/build/profile-counts" CACHE PATH "where the counts are")
set_property(CACHE KVAL_PROFILE PROPERTY STRINGS "" count use lines)
if(NOT KVAL_PROFILE)
  return()
endif()
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(WARNING "KVAL_PROFILE needs GCC 12 or newer: built without")
  return()
endif()
if(KVAL_PROFILE STREQUAL "count" OR KVAL_PROFILE STREQUAL "lines")
  # kval ends with _Exit, without the exit handlers that write the counts.
  add_library(kval_profile_end STATIC ${CMAKE_CURRENT_LIST_DIR}/profile_end.cc)
  set_target_properties(kval_profile_end PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
  target_compile_options(kval_profile_end PRIVATE -fno-profile-generate)
  target_link_options(kval_profile_end INTERFACE -Wl,--wrap=_Exit)
  set(KVAL_PROFILE_END kval_profile_end)
endif()
if(KVAL_PROFILE STREQUAL "lines")
  return()
endif()
# Profiles are found by the object names below the build directory.
add_compile_options(-fprofile-prefix-path=${PROJECT_BINARY_DIR})
if(KVAL_PROFILE STREQUAL "count")
  add_compile_options(-fprofile-generate=${KVAL_PROFILE_COUNTS} -fprofile-update=prefer-atomic)
  add_link_options(-fprofile-generate)
elseif(KVAL_PROFILE STREQUAL "use")
  if(NOT IS_DIRECTORY ${KVAL_PROFILE_COUNTS})
    message(FATAL_ERROR "no counts in ${KVAL_PROFILE_COUNTS}: scripts/profile makes them")
  endif()
  # Counts of several threads may be slightly inconsistent. Functions of generated sources are named by the
  # build directory, so their profiles are not used.
  add_compile_options(-fprofile-use=${KVAL_PROFILE_COUNTS} -fprofile-correction -Wno-missing-profile
                      -Wno-coverage-mismatch)
else()
  message(FATAL_ERROR "KVAL_PROFILE is '${KVAL_PROFILE}': count, use or lines")
endif()
