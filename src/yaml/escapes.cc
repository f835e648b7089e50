#include "src/yaml/escapes.h"

#include <algorithm>
#include <array>

#include "src/support/ascii_text.h"

namespace kval::yaml {
namespace {

struct SimpleEscape {
  char letter;
  char32_t code_point;
};

constexpr std::array kSimpleEscapes = {
    SimpleEscape{'0', 0x00},   SimpleEscape{'a', 0x07},   SimpleEscape{'b', 0x08}, SimpleEscape{'t', 0x09},
    SimpleEscape{'\t', 0x09},  SimpleEscape{'n', 0x0A},   SimpleEscape{'v', 0x0B}, SimpleEscape{'f', 0x0C},
    SimpleEscape{'r', 0x0D},   SimpleEscape{'e', 0x1B},   SimpleEscape{' ', 0x20}, SimpleEscape{'"', 0x22},
    SimpleEscape{'/', 0x2F},   SimpleEscape{'\\', 0x5C},  SimpleEscape{'N', 0x85}, SimpleEscape{'_', 0xA0},
    SimpleEscape{'L', 0x2028}, SimpleEscape{'P', 0x2029},
};

size_t HexDigits(char letter) {
  switch (letter) {
    case 'x':
      return 2;
    case 'u':
      return 4;
    case 'U':
      return 8;
    default:
      return 0;
  }
}

EscapeResult ParseHex(std::string_view text, size_t digits) {
  EscapeResult escape;
  for (size_t i = 2; i < 2 + digits; ++i) {
    const int value = i < text.size() ? HexValue(text[i]) : -1;
    if (value < 0) {
      escape.length = i;
      return escape;
    }
    escape.code_point = escape.code_point * 16 + static_cast<char32_t>(value);
  }
  escape.length = 2 + digits;
  escape.is_valid =
      escape.code_point <= 0x10FFFF && (escape.code_point < 0xD800 || escape.code_point > 0xDFFF);
  return escape;
}

}  // namespace

EscapeResult ParseEscape(std::string_view text) {
  const char letter = text.size() > 1 ? text[1] : '\0';
  const size_t digits = HexDigits(letter);
  if (digits == 0) {
    for (const SimpleEscape& simple : kSimpleEscapes) {
      if (simple.letter == letter && text.size() > 1) {
        return {true, simple.code_point, 2};
      }
    }
    const size_t end = text.substr(0, 2).find_first_of("\r\n\"");
    return {false, 0, std::min<size_t>({2, text.size(), std::max<size_t>(end, 1)})};
  }
  const EscapeResult first = ParseHex(text, digits);
  // JSON writes characters beyond U+FFFF as two escapes, and JSON is YAML.
  const bool is_high =
      digits == 4 && first.length == 6 && first.code_point >= 0xD800 && first.code_point < 0xDC00;
  if (is_high && text.substr(6).starts_with("\\u")) {
    const EscapeResult second = ParseHex(text.substr(6), 4);
    if (second.length == 6 && second.code_point >= 0xDC00 && second.code_point <= 0xDFFF) {
      return {true, 0x10000 + ((first.code_point - 0xD800) << 10) + (second.code_point - 0xDC00), 12};
    }
  }
  return first;
}

}  // namespace kval::yaml
