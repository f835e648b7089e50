# Compiler options that turn memory errors in kval or its libraries into an abort instead of an exploit. Used
# by the preset `release`; tests/hardening inspects the resulting program.
#
# CET (-fcf-protection) marks the program only if the distribution's libraries are built with it as well.
if(NOT KVAL_HARDEN)
  return()
endif()
add_compile_options(-fPIE)
add_compile_options(-fstack-protector-strong)
if(NOT APPLE AND NOT WIN32)  # their compilers have no such option
  add_compile_options(-fstack-clash-protection)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
  add_compile_options(-fcf-protection=full)
endif()
# Distributions define their own level.
add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
add_compile_definitions(_GLIBCXX_ASSERTIONS)
# Reproducible builds: no build paths, no random names. ccache with a base directory (base_dir) passes
# relative paths to the compiler.
add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}/= -ffile-prefix-map=${PROJECT_BINARY_DIR}/=)
file(RELATIVE_PATH KVAL_SOURCE_FROM_BINARY ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR})
string(REGEX REPLACE "/+$" "" KVAL_SOURCE_FROM_BINARY "${KVAL_SOURCE_FROM_BINARY}")
if(KVAL_SOURCE_FROM_BINARY)
  add_compile_options(-ffile-prefix-map=${KVAL_SOURCE_FROM_BINARY}/=)
endif()
# macOS's linker makes position-independent programs whose tables are read-only.
if(APPLE)
  add_link_options(-s -Wl,-dead_strip)
  return()
endif()
# So does the linker for Windows.
if(WIN32)
  add_link_options(-s)
  return()
endif()
# A position-independent program relocates itself at startup. The packed format reduces these tables from 390 kB to 4 kB.
if(KVAL_STATIC AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  include(CheckLinkerFlag)
  check_linker_flag(CXX -Wl,-z,pack-relative-relocs KVAL_PACKS_RELOCATIONS)
  if(KVAL_PACKS_RELOCATIONS)
    add_link_options(-Wl,-z,pack-relative-relocs)
  endif()
endif()
add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
# zig's linker has no such option.
include(CheckLinkerFlag)
check_linker_flag(CXX -Wl,-z,separate-code KVAL_SEPARATES_CODE)
if(KVAL_SEPARATES_CODE)
  add_link_options(-Wl,-z,separate-code)
endif()
add_link_options(-s -Wl,--build-id=none)
