# Suffixes of source files that exist once a system. KVAL_PLATFORM: linux, macos or windows (stack_bounds_linux.cc). KVAL_SYSTEM:
# posix, for what Linux and macOS share, or windows (native_thread_posix.cc).
set(KVAL_SYSTEM posix)
if(CMAKE_SYSTEM_NAME STREQUAL "Darwin")
  set(KVAL_PLATFORM macos)
elseif(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  set(KVAL_PLATFORM linux)
elseif(CMAKE_SYSTEM_NAME STREQUAL "Windows")
  set(KVAL_PLATFORM windows)
  set(KVAL_SYSTEM windows)
  # Declares localtime_r; the libraries are static.
  add_compile_definitions(
    _POSIX_THREAD_SAFE_FUNCTIONS=200112L YAML_CPP_STATIC_DEFINE PCRE2_STATIC UTF8PROC_STATIC)
else()
  message(FATAL_ERROR "kval has no platform layer for ${CMAKE_SYSTEM_NAME} (docs/internals/platforms.md)")
endif()
