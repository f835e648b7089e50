#include "src/support/keyed_hash.h"

#include <array>
#include <bit>
#include <chrono>
#include <cstring>

#if defined(__linux__)
#include <sys/auxv.h>
#endif

#include "src/support/random_bytes.h"

namespace kval {
namespace {

__extension__ using Product = unsigned __int128;

struct Key {
  uint64_t a = 0;
  uint64_t b = 0;
  uint64_t c = 0;
};

uint64_t Fold(uint64_t x, uint64_t y) {
  const Product product = static_cast<Product>(x) * y;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64U);
}

Key Draw() {
  Key key;
#if defined(KVAL_FIXED_HASH_KEY)
  // For fuzzing and for counting, where two runs shall be the same. No release is built so.
  key = {0x9e3779b97f4a7c15U, 0xbf58476d1ce4e5b9U, 0x94d049bb133111ebU};
#else
  if (!FillWithRandomBytes(&key, sizeof(key))) {
    // A sandbox that refuses it. The kernel gave the process 16 random bytes when it began.
    key.a = static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#if defined(__linux__)
    if (const unsigned long at = getauxval(AT_RANDOM); at != 0) {
      std::array<uint64_t, 2> drawn{};
      // NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel hands addresses over as numbers.
      std::memcpy(drawn.data(), reinterpret_cast<const void*>(at), sizeof(drawn));
      key = {drawn[0], drawn[1], 0};
    }
#endif
    key.c = Fold(key.a ^ 0x9e3779b97f4a7c15U, key.b ^ 0xbf58476d1ce4e5b9U);
  }
#endif
  // A factor of zero would fold everything into one.
  key.b |= 1U;
  key.c |= uint64_t{1} << 63U;
  return key;
}

const Key& TheKey() {
  static const Key key = Draw();
  return key;
}

uint64_t Read8(const char* at) {
  uint64_t bytes = 0;
  std::memcpy(&bytes, at, sizeof(bytes));
  return bytes;
}

uint64_t Read4(const char* at) {
  uint32_t bytes = 0;
  std::memcpy(&bytes, at, sizeof(bytes));
  return bytes;
}

uint64_t Read1(const char* at) {
  return static_cast<unsigned char>(*at);
}

}  // namespace

uint64_t KeyedHash(std::string_view text) {
  const Key& key = TheKey();
  const char* at = text.data();
  size_t left = text.size();
  uint64_t state = key.a;
  uint64_t x = 0;
  uint64_t y = 0;
  if (left > 16) {
    for (; left > 16; at += 16, left -= 16) {
      state = Fold(Read8(at) ^ key.b, Read8(at + 8) ^ state);
    }
    x = Read8(at + left - 16);
    y = Read8(at + left - 8);
  } else if (left >= 4) {
    const size_t middle = (left >> 3U) << 2U;
    x = Read4(at) << 32U | Read4(at + middle);
    y = Read4(at + left - 4) << 32U | Read4(at + left - 4 - middle);
  } else if (left > 0) {
    x = Read1(at) << 16U | Read1(at + (left >> 1U)) << 8U | Read1(at + left - 1);
  }
  return Fold(key.c ^ text.size(), Fold(x ^ key.b, y ^ state));
}

uint64_t KeyedHash(uint64_t number) {
  return KeyedHash(number, 0);
}

uint64_t KeyedHash(uint64_t first, uint64_t second) {
  const Key& key = TheKey();
  return Fold(key.c, Fold(first ^ key.b, second ^ key.a));
}

uint64_t KeyedHash(double real) {
  return KeyedHash(real == 0 ? uint64_t{0} : std::bit_cast<uint64_t>(real));
}

}  // namespace kval
