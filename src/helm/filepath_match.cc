#include "src/helm/filepath_match.h"

#include <cstddef>

namespace kval::helm {
namespace {

constexpr size_t kMalformed = std::string_view::npos;

// Returns the end of the pattern element at `at`, which matches one character; sets whether it matches `c`.
size_t MatchOne(std::string_view pattern, size_t at, char c, bool& matches) {
  if (pattern[at] == '?') {
    matches = c != '/';
    return at + 1;
  }
  if (pattern[at] != '[') {
    at += pattern[at] == '\\' ? 1 : 0;
    if (at >= pattern.size()) {
      return kMalformed;
    }
    matches = pattern[at] == c;
    return at + 1;
  }
  ++at;
  const bool is_negated = at < pattern.size() && pattern[at] == '^';
  at += is_negated ? 1 : 0;
  bool is_in = false;
  const auto one = [&]() {
    if (at < pattern.size() && pattern[at] == '\\') {
      ++at;
    }
    const bool is_character = at < pattern.size() && pattern[at] != '-' && pattern[at] != ']';
    const char found = is_character ? pattern[at] : '\0';
    at = is_character ? at + 1 : kMalformed;
    return found;
  };
  for (bool is_first = true; at >= pattern.size() || pattern[at] != ']' || is_first; is_first = false) {
    if (at >= pattern.size()) {
      return kMalformed;
    }
    const char low = one();
    char high = low;
    if (at < pattern.size() && pattern[at] == '-') {
      ++at;
      high = one();
    }
    if (at == kMalformed) {
      return kMalformed;
    }
    is_in = is_in || (low <= c && c <= high);
  }
  matches = is_in != is_negated;
  return at + 1;
}

}  // namespace

bool IsValidPattern(std::string_view pattern) {
  for (size_t at = 0; at < pattern.size();) {
    bool ignored = false;
    at = pattern[at] == '*' ? at + 1 : MatchOne(pattern, at, 'a', ignored);
    if (at == kMalformed) {
      return false;
    }
  }
  return true;
}

bool MatchFilePath(std::string_view pattern, std::string_view path) {
  size_t at = 0;
  size_t in_path = 0;
  size_t star = kMalformed;  // the pattern behind the last star, which has taken the path up to star_end
  size_t star_end = 0;
  while (in_path < path.size() || at < pattern.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = ++at;
      star_end = in_path;
      continue;
    }
    if (at < pattern.size() && in_path < path.size()) {
      bool matches = false;
      const size_t next = MatchOne(pattern, at, path[in_path], matches);
      if (next == kMalformed) {
        return false;
      }
      if (matches) {
        at = next;
        ++in_path;
        continue;
      }
    }
    if (star == kMalformed || star_end >= path.size() || path[star_end] == '/') {
      return false;
    }
    in_path = ++star_end;
    at = star;
  }
  return true;
}

}  // namespace kval::helm
