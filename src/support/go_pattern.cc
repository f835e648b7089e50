#include "src/support/go_pattern.h"

#include <algorithm>
#include <cstddef>

namespace kval {
namespace {

// Behind the class `[…]` that `pattern` begins with; its end when the class has none.
size_t EndOfClass(std::string_view pattern) {
  size_t at = pattern.starts_with("[^") ? 2 : 1;
  for (bool is_first = true; at < pattern.size() && (is_first || pattern[at] != ']'); is_first = false) {
    const std::string_view rest = pattern.substr(at);
    const size_t name_end = rest.starts_with("[:") ? rest.find(":]", 2) : std::string_view::npos;
    at += name_end != std::string_view::npos ? name_end + 2 : rest[0] == '\\' ? 2 : 1;
  }
  return std::min(at + 1, pattern.size());
}

// Behind the text `\Q…\E` that `pattern` begins with.
size_t EndOfLiteral(std::string_view pattern) {
  const size_t end = pattern.find("\\E");
  return end == std::string_view::npos ? pattern.size() : end + 2;
}

}  // namespace

std::optional<std::string> GoPatternForRe2(std::string_view pattern) {
  std::string text;
  text.reserve(pattern.size() + 1);
  while (!pattern.empty()) {
    size_t size = 1;
    if (pattern.starts_with("\\C")) {
      return std::nullopt;
    }
    const bool is_look_after = pattern.starts_with("(?<=") || pattern.starts_with("(?<!");
    if (pattern.starts_with("(?<") && !is_look_after) {
      text += "(?P";
      pattern.remove_prefix(2);
      continue;
    }
    if (pattern.starts_with("\\Q")) {
      size = EndOfLiteral(pattern);
    } else if (pattern[0] == '[') {
      size = EndOfClass(pattern);
    } else if (pattern[0] == '\\') {
      size = std::min<size_t>(2, pattern.size());
    }
    text += pattern.substr(0, size);
    pattern.remove_prefix(size);
  }
  return text;
}

}  // namespace kval
