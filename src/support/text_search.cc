#include "src/support/text_search.h"

#include <array>
#include <cstdint>

namespace kval {
namespace {

// Comparing so few bytes at every place is nothing.
constexpr size_t kShortWord = 16;

// GCC and clang map it to vector instructions.
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

size_t FindWordByEnds(std::string_view text, std::string_view word) {
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

ReverseSearcher::ReverseSearcher(std::string_view text, std::string_view expected)
    : text_(text), expected_(expected) {
  if (expected.size() > kShortWord) {
    turned_text_.assign(text.rbegin(), text.rend());
    turned_expected_.assign(expected.rbegin(), expected.rend());
  }
}

size_t ReverseSearcher::Find(size_t end) const {
  if (end < expected_.size()) {
    return std::string_view::npos;
  }
  if (expected_.size() <= kShortWord) {
    return text_.rfind(expected_, end - expected_.size());
  }
  const size_t at = FindText(turned_text_, turned_expected_, text_.size() - end);
  return at == std::string_view::npos ? at : text_.size() - at - expected_.size();
}

}  // namespace kval
