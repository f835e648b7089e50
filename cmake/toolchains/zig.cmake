# Compiles with zig, which carries the headers and the C library of every target. `scripts/dependencies TARGET` writes
# the wrappers and the libraries that this file uses; it must run first. The toolchain file of a target sets
# KVAL_ZIG_TARGET, CMAKE_SYSTEM_NAME and CMAKE_SYSTEM_PROCESSOR, and then includes this file.
set(KVAL_TOOLCHAIN_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/../../build/toolchains/${KVAL_ZIG_TARGET} CACHE PATH
  "compiler wrappers and libraries of the target")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES KVAL_TOOLCHAIN_DIRECTORY)
cmake_path(ABSOLUTE_PATH KVAL_TOOLCHAIN_DIRECTORY NORMALIZE OUTPUT_VARIABLE toolchain)
if(NOT EXISTS ${toolchain}/bin/c++)
  message(FATAL_ERROR "${toolchain}/bin/c++ is missing: run scripts/dependencies ${KVAL_ZIG_TARGET}")
endif()
set(CMAKE_C_COMPILER ${toolchain}/bin/cc)
set(CMAKE_CXX_COMPILER ${toolchain}/bin/c++)
set(CMAKE_AR ${toolchain}/bin/ar)
set(CMAKE_RANLIB ${toolchain}/bin/ranlib)
set(CMAKE_FIND_ROOT_PATH ${toolchain}/root)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
include_directories(SYSTEM ${toolchain}/root/include)
link_directories(${toolchain}/root/lib)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  # The linker removes functions without callers if each has its own section.
  add_compile_options(-ffunction-sections -fdata-sections)
  set(CMAKE_CXX_LINK_EXECUTABLE
    "${toolchain}/bin/link <TARGET> <FLAGS> <CMAKE_CXX_LINK_FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
endif()
# Programs of the build run on this machine.
set(KVAL_EMBED_ZSTD ${toolchain}/bin/embed_zstd)
# pkg-config reads only the libraries of the target.
set(ENV{PKG_CONFIG_LIBDIR} ${toolchain}/root/lib/pkgconfig)
set(ENV{PKG_CONFIG_PATH} "")
