#include "src/driver/releases/git_pathspec.h"

#include <cstddef>
#include <optional>
#include <string>

#include "src/support/ascii.h"
#include "src/support/lexical_path.h"

namespace kval::driver {
namespace {

bool IsOfClass(std::string_view name, char c) {
  const bool is_alpha = IsLower(c) || IsUpper(c);
  return name == "alpha"   ? is_alpha
         : name == "digit" ? IsDigit(c)
         : name == "alnum" ? is_alpha || IsDigit(c)
         : name == "lower" ? IsLower(c)
         : name == "upper" ? IsUpper(c)
                           : name == "space" && (c == ' ' || (c >= '\t' && c <= '\r'));
}

// Matches one character with the brackets at `at`, which is moved behind them. Nullopt if they are not
// closed.
std::optional<bool> MatchBrackets(std::string_view pattern, size_t& at, char c) {
  size_t i = at + 1;
  const bool is_negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  i += is_negated ? 1 : 0;
  bool is_match = false;
  const auto character = [&] {
    i += pattern[i] == '\\' && i + 1 < pattern.size() ? 1 : 0;
    return pattern[i++];
  };
  for (const size_t first = i; i < pattern.size() && (pattern[i] != ']' || i == first);) {
    if (pattern.substr(i).starts_with("[:")) {
      const size_t end = pattern.find(":]", i);
      if (end != std::string_view::npos) {
        is_match = is_match || IsOfClass(pattern.substr(i + 2, end - i - 2), c);
        i = end + 2;
        continue;
      }
    }
    const char low = character();
    const bool is_range = i + 1 < pattern.size() && pattern[i] == '-' && pattern[i + 1] != ']';
    i += is_range ? 1 : 0;
    const char high = is_range ? character() : low;
    is_match = is_match || (low <= c && c <= high);
  }
  if (i >= pattern.size()) {
    return std::nullopt;
  }
  at = i + 1;
  return is_match != is_negated;
}

// Matches one character with the pattern at `at`, which is moved behind the match.
bool MatchOne(std::string_view pattern, size_t& at, char c) {
  if (pattern[at] == '?') {
    ++at;
    return true;
  }
  if (pattern[at] == '[') {
    return MatchBrackets(pattern, at, c).value_or(false);
  }
  at += pattern[at] == '\\' && at + 1 < pattern.size() ? 1 : 0;
  return pattern[at++] == c;
}

bool MatchGlob(std::string_view pattern, std::string_view path) {
  constexpr size_t kNone = std::string_view::npos;
  size_t at = 0, i = 0;
  size_t after_star = kNone, star_end = 0;
  while (i < path.size()) {
    size_t next = at;
    if (at < pattern.size() && pattern[at] == '*') {
      after_star = ++at;
      star_end = i;
    } else if (at < pattern.size() && MatchOne(pattern, next, path[i])) {
      at = next;
      ++i;
    } else if (after_star != kNone) {
      at = after_star;
      i = ++star_end;
    } else {
      return false;
    }
  }
  at = pattern.find_first_not_of('*', at);
  return at == kNone;
}

}  // namespace

bool MatchPathspec(std::string_view pattern, std::string_view path) {
  const std::string normal = LexicallyNormal(std::string(pattern));
  if (normal.empty() || normal == "." || normal == path) {
    return true;
  }
  const bool is_above = path.starts_with(normal) && path[normal.size()] == '/';
  return is_above || (!pattern.ends_with('/') && MatchGlob(normal, path));
}

}  // namespace kval::driver
