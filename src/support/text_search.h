#pragma once

#include <cstring>
#include <string_view>

namespace kval {

// The place of `part` in `text` from `from` on; npos when it is not there. In time linear in the lengths,
// which std::string_view::find is not: programs choose both.
inline size_t FindText(std::string_view text, std::string_view part, size_t from = 0) {
  if (from > text.size()) {
    return std::string_view::npos;
  }
  if (part.empty()) {
    return from;
  }
  const void* found = ::memmem(text.data() + from, text.size() - from, part.data(), part.size());
  return found == nullptr ? std::string_view::npos
                          : static_cast<size_t>(static_cast<const char*>(found) - text.data());
}

}  // namespace kval
