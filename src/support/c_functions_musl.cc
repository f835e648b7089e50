// Functions of the C library that replace zig's, which are weak symbols and read one byte at a time. They
// took 29 % of the time of a large chart's check.

#include "src/support/byte_scan.h"

extern "C" {

void* memchr(const void* memory, int byte, size_t size) {
  return const_cast<unsigned char*>(
      kval::FindByte(static_cast<const unsigned char*>(memory), static_cast<unsigned char>(byte), size));
}

int memcmp(const void* a, const void* b, size_t size) {
  return kval::CompareBytes(static_cast<const unsigned char*>(a), static_cast<const unsigned char*>(b), size);
}

int bcmp(const void* a, const void* b, size_t size) {
  return memcmp(a, b, size);
}

}  // extern "C"
