#include "src/lang/gotemplate/escape.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "src/lang/gotemplate/characters.h"
#include "src/support/ascii.h"
#include "src/support/utf8.h"

namespace kval::gotemplate {

void EscapeHtml(std::string_view text, TextBuffer* out) {
  for (const char& c : text) {
    switch (c) {
      case '\0':
        out->Append("\xEF\xBF\xBD");
        break;
      case '"':
        out->Append("&#34;");
        break;
      case '\'':
        out->Append("&#39;");
        break;
      case '&':
        out->Append("&amp;");
        break;
      case '<':
        out->Append("&lt;");
        break;
      case '>':
        out->Append("&gt;");
        break;
      default:
        out->Append(std::string_view(&c, 1));
    }
  }
}

void EscapeJavaScript(std::string_view text, TextBuffer* out) {
  constexpr std::string_view kQuoted = "\\'\"";
  constexpr std::string_view kMarkup = "<>&=";
  for (size_t at = 0; at < text.size();) {
    const utf8::CodePoint point = utf8::Decode(text, at);
    const std::string_view bytes = text.substr(at, point.length);
    at += point.length;
    const bool is_ascii = point.value < 0x80;
    if (is_ascii && kQuoted.find(bytes[0]) != std::string_view::npos) {
      out->Append("\\");
      out->Append(bytes);
    } else if (is_ascii ? point.value < ' ' || kMarkup.find(bytes[0]) != std::string_view::npos
                        : !IsPrintable(point.value)) {
      std::string escape = "\\u";
      AppendHex(point.value, 4, LetterCase::kUpper, &escape);
      out->Append(escape);
    } else {
      out->Append(bytes);
    }
  }
}

void EscapeUrlQuery(std::string_view text, TextBuffer* out) {
  constexpr std::string_view kUnreserved = "-_.~";
  for (const char& c : text) {
    if (IsAlnum(c) || kUnreserved.find(c) != std::string_view::npos) {
      out->Append(std::string_view(&c, 1));
    } else if (c == ' ') {
      out->Append("+");
    } else {
      std::string escape = "%";
      AppendHex(static_cast<unsigned char>(c), 2, LetterCase::kUpper, &escape);
      out->Append(escape);
    }
  }
}

}  // namespace kval::gotemplate
