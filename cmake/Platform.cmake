# KVAL_PLATFORM is the suffix of source files that exist once a system (stack_bounds_linux.cc).
if(CMAKE_SYSTEM_NAME STREQUAL "Darwin")
  set(KVAL_PLATFORM macos)
elseif(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  set(KVAL_PLATFORM linux)
else()
  message(FATAL_ERROR "kval has no platform layer for ${CMAKE_SYSTEM_NAME} (docs/internals/platforms.md)")
endif()
