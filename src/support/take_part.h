#pragma once

#include <algorithm>
#include <string_view>

namespace kval {

// Returns the text before the first `end`, and removes both from `rest`; without `end`, all of `rest`.
inline std::string_view TakePart(std::string_view& rest, char end) {
  const std::string_view part = rest.substr(0, rest.find(end));
  rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  return part;
}

}  // namespace kval
