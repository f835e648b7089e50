#include "src/support/find_bytes.h"

#include <cstddef>
#include <cstring>
#include <vector>

namespace kval {

// The algorithm of Knuth, Morris and Pratt.
const char* FindBytes(std::string_view text, std::string_view part) {
  // How many of the first i + 1 bytes of `part` still match at their end.
  std::vector<size_t> borders(part.size(), 0);
  const auto extend = [&](size_t matched, char next) {
    while (matched > 0 && part[matched] != next) {
      matched = borders[matched - 1];
    }
    return matched + (part[matched] == next ? 1 : 0);
  };
  for (size_t i = 1; i < part.size(); ++i) {
    borders[i] = extend(borders[i - 1], part[i]);
  }
  size_t matched = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (matched == 0) {
      const void* first = std::memchr(text.data() + at, part[0], text.size() - at);
      if (first == nullptr) {
        return nullptr;
      }
      at = static_cast<size_t>(static_cast<const char*>(first) - text.data());
    }
    matched = extend(matched, text[at]);
    if (matched == part.size()) {
      return text.data() + at + 1 - matched;
    }
  }
  return nullptr;
}

}  // namespace kval
