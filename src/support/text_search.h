#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "src/support/find_bytes.h"

namespace kval {

// Returns the position of `part` in `text` from `from` on, or npos. Cost: linear, unlike
// std::string_view::find; both strings may be chosen by untrusted programs.
inline size_t FindText(std::string_view text, std::string_view part, size_t from = 0) {
  if (from > text.size()) {
    return std::string_view::npos;
  }
  if (part.empty()) {
    return from;
  }
  if (part.size() > text.size() - from) {  // memmem takes no null, which the data of an empty text may be
    return std::string_view::npos;
  }
#if defined(_WIN32)
  const void* found = FindBytes(text.substr(from), part);
#else
  const void* found = ::memmem(text.data() + from, text.size() - from, part.data(), part.size());
#endif
  return found == nullptr ? std::string_view::npos
                          : static_cast<size_t>(static_cast<const char*>(found) - text.data());
}

// Finds a short constant word in a text of any size by its rarest byte, at index `rare`. Linear, and four
// times as fast as the search above.
inline size_t FindWord(std::string_view text, std::string_view word, size_t rare, size_t from = 0) {
  const char* const end = text.data() + text.size();
  for (const char* at = text.data() + std::min(text.size(), from + rare); at < end; ++at) {
    at = static_cast<const char*>(std::memchr(at, word[rare], static_cast<size_t>(end - at)));
    if (at == nullptr) {
      break;
    }
    const size_t begin = static_cast<size_t>(at - text.data()) - rare;
    if (text.substr(begin, word.size()) == word) {
      return begin;
    }
  }
  return std::string_view::npos;
}

// The same for a word of at least two bytes none of which is rare: compares its first and last byte at many
// positions at a time.
size_t FindWordByEnds(std::string_view text, std::string_view word);

// The same; searches for a byte that is rare in configuration files, if the word has one.
inline size_t FindWord(std::string_view text, std::string_view word) {
  const size_t sign = word.find_first_of("#@/<$");
  if (sign != std::string_view::npos) {
    return FindWord(text, word, sign);
  }
  return word.size() < 2 ? FindText(text, word) : FindWordByEnds(text, word);
}

// Whether a text of any size has a short constant word.
inline bool ContainsWord(std::string_view text, std::string_view word) {
  return FindWord(text, word) != std::string_view::npos;
}

// Finds from the end, in time proportional to the text.
class ReverseSearcher {
 public:
  ReverseSearcher(std::string_view text, std::string_view expected);
  // Returns the last position of `expected` that ends at `end` or before, or npos. Requires: `end` never
  // increases.
  size_t Find(size_t end) const;

 private:
  std::string_view text_;
  std::string_view expected_;
  // The reversed string, for long needles.
  std::string turned_text_;
  std::string turned_expected_;
};

}  // namespace kval
