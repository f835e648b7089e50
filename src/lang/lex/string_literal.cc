#include "src/lang/lex/string_literal.h"

#include <string_view>

#include "src/support/utf8.h"

namespace kval::lex {
namespace {

// Returns '\0' if the character is not a single-character escape.
char SimpleEscape(char c) {
  return c == '\\' || c == '\'' || c == '"' ? c : ControlEscape(c);
}

void KeepEscape(Cursor& cursor, size_t start, EscapeError error, StringLiteral& literal) {
  literal.bad_escapes.push_back({error, cursor.SpanSince(start)});
  literal.text += cursor.Since(start);
}

// `digits` hexadecimal digits at the cursor; false when there are fewer, with those taken.
bool TakeHex(Cursor& cursor, int digits, uint32_t& value) {
  value = 0;
  for (int i = 0; i < digits; ++i) {
    const int digit = DigitValue(cursor.Peek());
    if (digit >= 16) {
      return false;
    }
    value = value * 16 + static_cast<uint32_t>(digit);
    cursor.Skip();
  }
  return true;
}

void Octal(Cursor& cursor, size_t start, StringLiteral& literal) {
  int value = 0;
  for (int i = 0; i < 3 && DigitValue(cursor.Peek()) < 8; ++i) {
    value = value * 8 + DigitValue(cursor.Peek());
    cursor.Skip();
  }
  if (value > 255) {
    KeepEscape(cursor, start, EscapeError::kBadOctal, literal);
    return;
  }
  literal.text += static_cast<char>(value);
}

void CodePoint(Cursor& cursor, size_t start, int digits, StringLiteral& literal) {
  uint32_t value = 0;
  if (!TakeHex(cursor, digits, value)) {
    KeepEscape(cursor, start, EscapeError::kBadHex, literal);
  } else if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) {
    KeepEscape(cursor, start, EscapeError::kBadCodePoint, literal);
  } else {
    utf8::Append(literal.text, value);
  }
}

// At a backslash that is not the last byte of the text.
void Escape(Cursor& cursor, const StringSyntax& syntax, StringLiteral& literal) {
  const size_t start = cursor.position();
  cursor.Skip();
  const char c = cursor.Peek();
  if (DigitValue(c) < 8) {
    Octal(cursor, start, literal);
    return;
  }
  if (cursor.TakeLineBreak()) {
    return;
  }
  cursor.Skip();
  if (const char simple = SimpleEscape(c); simple != '\0') {
    literal.text += simple;
    return;
  }
  if (c == 'x') {
    uint32_t value = 0;
    if (TakeHex(cursor, 2, value)) {
      literal.text += static_cast<char>(value);
    } else {
      KeepEscape(cursor, start, EscapeError::kBadHex, literal);
    }
    return;
  }
  if (syntax.unicode_escapes && (c == 'u' || c == 'U')) {
    CodePoint(cursor, start, c == 'u' ? 4 : 8, literal);
    return;
  }
  if (syntax.keep_unknown_escapes) {
    literal.text += cursor.Since(start);
    return;
  }
  KeepEscape(cursor, start, EscapeError::kUnknownEscape, literal);
}

bool TakeClosing(Cursor& cursor, Quote quote) {
  const char triple[] = {quote.character, quote.character, quote.character};
  return quote.is_triple ? cursor.Take(std::string_view(triple, 3)) : cursor.Take(quote.character);
}

}  // namespace

Quote TakeQuote(Cursor& cursor) {
  Quote quote{cursor.Peek(), false};
  quote.is_triple = cursor.Peek(1) == quote.character && cursor.Peek(2) == quote.character;
  cursor.Skip(quote.is_triple ? 3 : 1);
  return quote;
}

StringLiteralEnd ScanStringBody(Cursor& cursor, Quote quote, const StringSyntax& syntax,
                                StringLiteral& literal) {
  while (!cursor.AtEnd()) {
    if (TakeClosing(cursor, quote)) {
      literal.is_closed = true;
      return StringLiteralEnd::kClosed;
    }
    const char c = cursor.Peek();
    if (c == '\\' && cursor.position() + 1 < cursor.text().size()) {
      if (syntax.raw) {
        literal.text += c;
        literal.text += cursor.Peek(1);
        cursor.Skip(2);
      } else {
        Escape(cursor, syntax, literal);
      }
      continue;
    }
    const bool is_break = c == '\n' || (c == '\r' && cursor.Peek(1) == '\n');
    if (is_break && !quote.is_triple) {
      return StringLiteralEnd::kLineBreak;
    }
    if (is_break && syntax.normalize_line_breaks) {
      cursor.TakeLineBreak();
      literal.text += '\n';
      continue;
    }
    literal.text += c;
    cursor.Skip();
  }
  return StringLiteralEnd::kTextEnd;
}

char ControlEscape(char c) {
  constexpr std::string_view kLetters = "abfnrtv";
  constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v";
  const size_t at = kLetters.find(c);
  return at == std::string_view::npos ? '\0' : kMeanings[at];
}

void AppendEscaped(char c, std::string& out) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  if (c == '"' || c == '\\') {
    out += '\\';
    out += c;
  } else if (c == '\n') {
    out += "\\n";
  } else if (c == '\t') {
    out += "\\t";
  } else if (c == '\r') {
    out += "\\r";
  } else if (byte < 0x20 || byte == 0x7F) {
    out += "\\x";
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  } else {
    out += c;
  }
}

}  // namespace kval::lex
