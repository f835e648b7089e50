#include "src/lang/cel/literal.h"

#include <charconv>
#include <limits>

#include "src/lang/lex/cursor.h"
#include "src/lang/lex/string_literal.h"
#include "src/support/parse_double.h"
#include "src/support/utf8.h"

namespace kval::cel {
namespace {

// `\n`, or a character that is escaped as itself.
char SimpleEscape(char c) {
  const char control = lex::ControlEscape(c);
  return control == '\0' ? c : control;
}

bool IsScalar(uint32_t code_point) {
  return code_point <= 0x10ffff && (code_point < 0xd800 || code_point > 0xdfff);
}

// Decodes an escape after the backslash and advances `at`.
bool AppendEscape(std::string_view text, size_t& at, bool is_bytes, std::string& out, std::string* why) {
  const char c = text[at++];
  const bool is_octal = c >= '0' && c <= '3';
  const size_t digits = c == 'x' || c == 'X' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : is_octal ? 2 : 0;
  if (digits == 0) {
    out += SimpleEscape(c);
    return true;
  }
  if (is_bytes && (c == 'u' || c == 'U')) {
    *why = "unable to unescape string";
    return false;
  }
  uint32_t code = is_octal ? static_cast<uint32_t>(c - '0') : 0;
  for (size_t i = 0; i < digits; ++i) {
    code = code * (is_octal ? 8 : 16) + static_cast<uint32_t>(lex::DigitValue(text[at++]));
  }
  if (is_bytes) {
    out += static_cast<char>(code);
    return true;
  }
  if (!IsScalar(code)) {
    *why = "invalid unicode code point";
    return false;
  }
  utf8::Append(out, code);
  return true;
}

std::optional<uint64_t> Number(std::string_view digits) {
  const bool is_hex = digits.starts_with("0x");
  digits.remove_prefix(is_hex ? 2 : 0);
  uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, is_hex ? 16 : 10);
  return error == std::errc() && end == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

}  // namespace

std::optional<std::string> Unescaped(std::string_view literal, bool is_bytes, std::string* why) {
  literal.remove_prefix(is_bytes ? 1 : 0);
  const bool is_raw = literal[0] == 'r' || literal[0] == 'R';
  literal.remove_prefix(is_raw ? 1 : 0);
  const size_t quotes = literal.size() >= 6 && literal.substr(0, 3) == std::string(3, literal[0]) ? 3 : 1;
  const std::string_view text = literal.substr(quotes, literal.size() - 2 * quotes);
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at++];
    if (c == '\r') {
      // All breaks of lines are `\n`.
      at += at < text.size() && text[at] == '\n' ? 1 : 0;
      out += '\n';
    } else if (is_raw || c != '\\') {
      out += c;
    } else if (!AppendEscape(text, at, is_bytes, out, why)) {
      return std::nullopt;
    }
  }
  return out;
}

std::optional<Value> IntLiteral(std::string_view digits, bool is_negative) {
  const auto number = Number(digits);
  const auto most = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  if (!number || *number > most + (is_negative ? 1 : 0)) {
    return std::nullopt;
  }
  return Value::Int(static_cast<int64_t>(is_negative ? 0 - *number : *number));
}

std::optional<Value> UintLiteral(std::string_view digits) {
  const auto number = Number(digits.substr(0, digits.size() - 1));
  return number ? std::optional(Value::Uint(*number)) : std::nullopt;
}

std::optional<Value> DoubleLiteral(std::string_view digits, bool is_negative) {
  const ParsedDouble read = ParseDouble(digits);
  if (read.is_too_large || !read.is_whole(digits)) {
    return std::nullopt;
  }
  return Value::Double(is_negative ? -read.value : read.value);
}

}  // namespace kval::cel
