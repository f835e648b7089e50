#include "src/source/columns.h"

#include <algorithm>
#include <cstring>

#include "src/support/utf8.h"

namespace kval::source {
namespace {

constexpr uint32_t kStep = 1024;
// Shorter lines are counted from their begin.
constexpr uint32_t kLong = 4 * kStep;
constexpr uint64_t kHighBits = 0x8080808080808080;

Length Sum(Length a, Length b) {
  return {a.bytes + b.bytes, a.code_points + b.code_points, a.utf16 + b.utf16};
}

// The bytes at text[i] that are plain ASCII, in steps of a word.
size_t AsciiWords(std::string_view text, size_t i) {
  const size_t begin = i;
  uint64_t word = 0;
  for (; i + sizeof word <= text.size(); i += sizeof word) {
    std::memcpy(&word, text.data() + i, sizeof word);
    if ((word & kHighBits) != 0) {
      break;
    }
  }
  return i - begin;
}

}  // namespace

Length LengthOf(std::string_view text) {
  Length length{static_cast<uint32_t>(text.size()), 0, 0};
  for (size_t i = 0; i < text.size();) {
    const auto ascii = static_cast<uint32_t>(AsciiWords(text, i));
    length.code_points += ascii;
    length.utf16 += ascii;
    i += ascii;
    if (i < text.size()) {
      const utf8::CodePoint point = utf8::Decode(text, i);
      ++length.code_points;
      length.utf16 += point.value >= 0x10000 ? 2 : 1;
      i += point.length;
    }
  }
  return length;
}

void Columns::Add(std::string_view text, uint32_t begin, uint32_t end) {
  if (end - begin < kLong) {
    return;
  }
  ColumnCheckpoint mark{begin, {}};
  marks_.push_back(mark);
  while (end - mark.at > kStep) {
    uint32_t next = mark.at + kStep;
    while (next < end && (static_cast<unsigned char>(text[next]) & 0xC0) == 0x80) {
      ++next;  // not into a character; a run of ill-formed bytes is longer, and no less right
    }
    mark = {next, Sum(mark.before, LengthOf(text.substr(mark.at, next - mark.at)))};
    marks_.push_back(mark);
  }
}

Length Columns::Before(std::string_view text, uint32_t line, uint32_t at) const {
  const auto after =
      std::upper_bound(marks_.begin(), marks_.end(), at,
                       [](uint32_t place, const ColumnCheckpoint& mark) { return place < mark.at; });
  ColumnCheckpoint mark{line, {}};
  if (after != marks_.begin() && (after - 1)->at > line) {
    mark = *(after - 1);
  }
  return Sum(mark.before, LengthOf(text.substr(mark.at, at - mark.at)));
}

}  // namespace kval::source
