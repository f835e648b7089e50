# zig target aarch64-linux-musl.
set(KVAL_ZIG_TARGET aarch64-linux-musl)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
find_program(KVAL_EMULATOR qemu-aarch64-static)
if(KVAL_EMULATOR)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${KVAL_EMULATOR})
endif()
include(${CMAKE_CURRENT_LIST_DIR}/zig.cmake)
