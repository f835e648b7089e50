#include "src/support/text_search.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace kval {
namespace {

// GCC and Clang make what the machine has of it.
using Bytes = uint8_t __attribute__((vector_size(16)));

Bytes Load(const char* from) {
  Bytes bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

bool HasAny(Bytes bytes) {
  std::array<uint64_t, 2> halves;
  static_assert(sizeof halves == sizeof bytes);
  std::memcpy(halves.data(), &bytes, sizeof bytes);
  return (halves[0] | halves[1]) != 0;
}

}  // namespace

size_t FindCommonWord(std::string_view text, std::string_view word) {
  const size_t last = word.size() - 1;
  const Bytes first_byte = Bytes{} + static_cast<uint8_t>(word.front());
  const Bytes last_byte = Bytes{} + static_cast<uint8_t>(word.back());
  size_t at = 0;
  for (; at + last + sizeof(Bytes) <= text.size(); at += sizeof(Bytes)) {
    const Bytes begins = static_cast<Bytes>(Load(text.data() + at) == first_byte);
    const Bytes ends = static_cast<Bytes>(Load(text.data() + at + last) == last_byte);
    if (!HasAny(begins & ends)) {
      continue;
    }
    for (size_t i = at; i < at + sizeof(Bytes); ++i) {
      if (text.substr(i).starts_with(word)) {
        return i;
      }
    }
  }
  return text.find(word, at);
}

}  // namespace kval
