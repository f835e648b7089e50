#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace kval {

// memchr and memcmp in steps of many bytes, for C libraries whose functions read one byte at a time
// (c_functions_musl.cc). Requires: a machine whose first byte of a number is its lowest.

namespace byte_scan {
constexpr size_t kStep = sizeof(uint64_t);

inline uint64_t Load(const unsigned char* from) {
  uint64_t word = 0;
  __builtin_memcpy(&word, from, kStep);
  return word;
}

using Block = unsigned char __attribute__((vector_size(16)));
constexpr size_t kLongStep = 2 * sizeof(Block);

// Whether `byte` is one of the kLongStep bytes at `from`.
inline bool IsInLongStep(const unsigned char* from, unsigned char byte) {
  Block blocks[2];
  __builtin_memcpy(blocks, from, kLongStep);
  const auto found = (blocks[0] == byte) | (blocks[1] == byte);
  uint64_t words[2];
  __builtin_memcpy(words, &found, sizeof(words));
  return (words[0] | words[1]) != 0;
}

}  // namespace byte_scan

// Returns the first place of `byte` in the `size` bytes at `memory`, or null.
inline const unsigned char* FindByte(const unsigned char* memory, unsigned char byte, size_t size) {
  using byte_scan::kStep;
  constexpr uint64_t kOnes = ~uint64_t{0} / 0xFF;
  constexpr uint64_t kHighs = kOnes << 7;
  const unsigned char* const end = memory + size;
  if (size < kStep) {
    while (memory != end && *memory != byte) {
      ++memory;
    }
    return memory == end ? nullptr : memory;
  }
  const unsigned char* at = memory;
  while (end - at >= static_cast<ptrdiff_t>(byte_scan::kLongStep) && !byte_scan::IsInLongStep(at, byte)) {
    at += byte_scan::kLongStep;
  }
  for (;; at += kStep) {
    if (at == end) {
      return nullptr;
    }
    if (end - at < static_cast<ptrdiff_t>(kStep)) {
      at = end - kStep;  // again bytes that are not the searched one
    }
    const uint64_t difference = byte_scan::Load(at) ^ (kOnes * byte);
    if (const uint64_t found = (difference - kOnes) & ~difference & kHighs; found != 0) {
      return at + std::countr_zero(found) / 8;
    }
  }
}

// Returns less than, equal to or greater than 0 as the `size` bytes at `a` come before, are or come after
// those at `b`.
inline int CompareBytes(const unsigned char* a, const unsigned char* b, size_t size) {
  using byte_scan::kStep;
  if (size < kStep) {
    size_t i = 0;
    while (i < size && a[i] == b[i]) {
      ++i;
    }
    return i == size ? 0 : a[i] - b[i];
  }
  for (size_t i = 0; i != size; i += kStep) {
    if (size - i < kStep) {
      i = size - kStep;  // again bytes that are equal
    }
    if (const uint64_t difference = byte_scan::Load(a + i) ^ byte_scan::Load(b + i); difference != 0) {
      i += static_cast<size_t>(std::countr_zero(difference) / 8);
      return a[i] - b[i];
    }
  }
  return 0;
}

}  // namespace kval
