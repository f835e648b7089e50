#include "src/redaction/secret_unescape.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "src/support/utf8.h"

namespace kval::redaction {
namespace {

// The number of hexadecimal digits after `\x`, `\u` and `\U`; 0 for others.
size_t DigitsOf(char escape) {
  return escape == 'x' ? 2 : escape == 'u' ? 4 : escape == 'U' ? 8 : 0;
}

// The code point that `digits` spell, or -1.
int64_t PointOf(std::string_view digits, size_t count) {
  uint32_t point = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), point, 16);
  const bool is_whole = parsed.ec == std::errc() && parsed.ptr == digits.data() + digits.size();
  return is_whole && digits.size() == count ? int64_t{point} : -1;
}

// The character of a single-letter escape.
char LetterOf(char escape) {
  return std::string_view("abefnrtv0").find(escape) != std::string_view::npos ? ' ' : escape;
}

}  // namespace

std::string Unescaped(std::string_view quoted) {
  std::string out;
  out.reserve(quoted.size());
  for (size_t i = 0; i < quoted.size(); ++i) {
    if (quoted[i] != '\\' || i + 1 == quoted.size()) {
      out += quoted[i];
      continue;
    }
    const char escape = quoted[++i];
    const size_t count = DigitsOf(escape);
    const int64_t point = count > 0 ? PointOf(quoted.substr(i + 1, count), count) : -1;
    if (point < 0) {
      out += LetterOf(escape);
      continue;
    }
    utf8::Append(out, static_cast<char32_t>(std::min<int64_t>(point, 0x10FFFF)));
    i += count;
  }
  return out;
}

std::string Unspelled(std::string_view text) {
  const bool is_quoted =
      text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.front() == text.back();
  const std::string_view inside = is_quoted ? text.substr(1, text.size() - 2) : text;
  return is_quoted && text.front() == '"' ? Unescaped(inside) : std::string(inside);
}

}  // namespace kval::redaction
