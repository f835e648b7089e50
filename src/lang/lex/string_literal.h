#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/lang/lex/cursor.h"
#include "src/source/span.h"

namespace kval::lex {

// The string literal syntax of a language. `\n \t \r \a \b \f \v \\ \' \"`, octal `\101`, `\x41` and a
// backslash before a line break (removed) are always recognized.
struct StringSyntax {
  bool raw = false;                   // a backslash is kept, but still guards a quote
  bool unicode_escapes = false;       // `\u0041` and `\U00000041`
  bool keep_unknown_escapes = false;  // `\q` is backslash and q; otherwise kUnknownEscape
  bool normalize_line_breaks = true;  // `\r\n` inside a literal is `\n`
};

enum class EscapeError : uint8_t { kUnknownEscape, kBadHex, kBadOctal, kBadCodePoint };

struct BadEscape {
  EscapeError error;
  source::Span span;
};

// A scanned string literal. Invalid escapes are kept unchanged and listed.
struct StringLiteral {
  std::string text;
  bool is_triple = false;
  bool is_closed = false;  // false: the line or the text ended first; the span then ends there
  source::Span span;       // with quotes, without a prefix such as `r`
  std::vector<BadEscape> bad_escapes;
};

// Returns the character of a control escape common to all languages, `n` for a line break; '\0' for letters
// other than `abfnrtv`.
char ControlEscape(char c);

// Appends a character as written between double quotes in any of the languages.
void AppendEscaped(char c, std::string& out);

// The quotes that open a literal.
struct Quote {
  char character = '"';
  bool is_triple = false;
};

// Takes the opening quotes at the cursor, which must look at `'` or `"`.
Quote TakeQuote(Cursor& cursor);

// The end of a piece of a literal.
enum class StringLiteralEnd : uint8_t { kClosed, kLineBreak, kTextEnd };

// Scans the text after the opening quotes and appends to `literal`; a triple-quoted string may continue in
// another segment. Does not set the span.
StringLiteralEnd ScanStringBody(Cursor& cursor, Quote quote, const StringSyntax& syntax,
                                StringLiteral& literal);

}  // namespace kval::lex
