# One target for each library of the distribution. Each target is private to the kval libraries that name it.
find_package(PkgConfig REQUIRED)

# kval_dependency(<name> <pkg-config module>): defines the imported target kval_dep_<name>; static if KVAL_STATIC is set.
function(kval_dependency name module)
  pkg_check_modules(${name} REQUIRED ${module})
  add_library(kval_dep_${name} INTERFACE)
  target_include_directories(kval_dep_${name} SYSTEM INTERFACE ${${name}_INCLUDE_DIRS})
  if(KVAL_STATIC)
    target_link_libraries(kval_dep_${name} INTERFACE ${${name}_STATIC_LIBRARIES})
  else()
    target_link_libraries(kval_dep_${name} INTERFACE ${${name}_LIBRARIES})
  endif()
endfunction()

kval_dependency(re2 re2)
kval_dependency(yaml_cpp yaml-cpp)
kval_dependency(pcre2 libpcre2-8)
kval_dependency(utf8proc libutf8proc)
kval_dependency(zlib zlib)
kval_dependency(zstd libzstd)
if((KVAL_TESTS OR KVAL_BENCH OR KVAL_FUZZ) AND NOT CMAKE_CROSSCOMPILING)
  kval_dependency(libyaml yaml-0.1)  # for comparison only
endif()

# Header-only libraries and libraries without a pkg-config file.
add_library(kval_dep_date INTERFACE)       # date/date.h only: the calendar, no time zones
add_library(kval_dep_cli11 INTERFACE)      # CLI/CLI.hpp
add_library(kval_dep_rapidjson INTERFACE)  # rapidjson/writer.h and prettywriter.h; src/json reads JSON
add_library(kval_dep_tomlplusplus INTERFACE)
add_library(kval_dep_multiprecision INTERFACE)  # boost/multiprecision/cpp_int.hpp
add_library(kval_dep_mbedcrypto INTERFACE)
# By its full path: a bare `libmbedcrypto.a` makes CMake switch the linker back to shared libraries.
if(KVAL_STATIC)
  find_library(KVAL_MBEDCRYPTO NAMES libmbedcrypto.a REQUIRED)
else()
  find_library(KVAL_MBEDCRYPTO NAMES mbedcrypto REQUIRED)
endif()
target_link_libraries(kval_dep_mbedcrypto INTERFACE ${KVAL_MBEDCRYPTO})
