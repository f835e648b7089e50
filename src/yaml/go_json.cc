// Source of the rules: Go's src/encoding/json/encode.go (appendString, floatEncoder) and tables.go.
#include "src/yaml/go_json.h"

#include "src/support/utf8.h"

namespace kval::yaml {
namespace {

constexpr char kHex[] = "0123456789abcdef";

// The letter of a character's short escape, or 0.
char ShortEscape(char c) {
  switch (c) {
    case '"':
    case '\\':
      return c;
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    default:
      return 0;
  }
}

void AppendAscii(char c, GoEscapes escapes, std::string& out) {
  const bool is_markup = c == '<' || c == '>' || c == '&';
  if (const char letter = ShortEscape(c); letter != 0) {
    out += '\\';
    out += letter;
  } else if (static_cast<unsigned char>(c) < ' ' || (is_markup && escapes == GoEscapes::kHtml)) {
    out += "\\u00";
    out += kHex[c >> 4];
    out += kHex[c & 0xf];
  } else {
    out += c;
  }
}

}  // namespace

std::string GoJsonString(std::string_view text, GoEscapes escapes) {
  constexpr char32_t kLineSeparator = 0x2028;
  constexpr char32_t kParagraphSeparator = 0x2029;
  std::string out;
  out.reserve(text.size() + 2);
  out += '"';
  for (size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      AppendAscii(text[at++], escapes, out);
      continue;
    }
    const utf8::CodePoint point = utf8::Decode(text, at);
    if (!point.valid) {
      out += "\\ufffd";
    } else if (point.value == kLineSeparator || point.value == kParagraphSeparator) {
      out += point.value == kLineSeparator ? "\\u2028" : "\\u2029";
    } else {
      out += text.substr(at, point.length);
    }
    at += point.length;
  }
  out += '"';
  return out;
}

}  // namespace kval::yaml
