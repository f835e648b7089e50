#include "src/lang/lex/string_literal.h"

#include <gtest/gtest.h>

namespace kval::lex {
namespace {

StringLiteral Scan(std::string_view text, StringSyntax syntax = {}) {
  Cursor cursor(text, 10);
  const size_t start = cursor.position();
  StringLiteral literal;
  const Quote quote = TakeQuote(cursor);
  literal.is_triple = quote.is_triple;
  ScanStringBody(cursor, quote, syntax, literal);
  literal.span = cursor.SpanSince(start);
  return literal;
}

TEST(StringLiteralTest, decodes_escapes) {
  EXPECT_EQ(Scan(R"("a\n\t\\\"\'")").text, "a\n\t\\\"'");
  EXPECT_EQ(Scan(R"('\x41\101\0')").text, std::string("AA\0", 3));
  EXPECT_EQ(Scan("'a\\\nb'").text, "ab");
  EXPECT_EQ(Scan("'a\\\r\nb'").text, "ab");
}

TEST(StringLiteralTest, unicode_escapes_are_an_option) {
  StringSyntax syntax;
  syntax.unicode_escapes = true;
  EXPECT_EQ(Scan(R"("\u00e9\U0001F600")", syntax).text, "é😀");
  EXPECT_EQ(Scan(R"("\ud800")", syntax).bad_escapes.at(0).error, EscapeError::kBadCodePoint);
  syntax.unicode_escapes = false;
  syntax.keep_unknown_escapes = true;
  EXPECT_EQ(Scan(R"("\u00e9")", syntax).text, R"(\u00e9)");
}

TEST(StringLiteralTest, bad_escapes_are_kept_and_listed) {
  const StringLiteral literal = Scan(R"("a\qb\xz1")");
  EXPECT_EQ(literal.text, R"(a\qb\xz1)");
  ASSERT_EQ(literal.bad_escapes.size(), 2U);
  EXPECT_EQ(literal.bad_escapes[0].error, EscapeError::kUnknownEscape);
  EXPECT_EQ(literal.bad_escapes[0].span, (source::Span{12, 14}));
  EXPECT_EQ(literal.bad_escapes[1].error, EscapeError::kBadHex);
  EXPECT_EQ(Scan(R"("\777")").bad_escapes.at(0).error, EscapeError::kBadOctal);
}

TEST(StringLiteralTest, raw_strings_keep_backslashes) {
  StringSyntax syntax;
  syntax.raw = true;
  const StringLiteral literal = Scan(R"("a\n\"b" rest)", syntax);
  EXPECT_EQ(literal.text, R"(a\n\"b)");
  EXPECT_EQ(literal.span, (source::Span{10, 18}));
}

TEST(StringLiteralTest, triple_quotes_hold_lines) {
  const StringLiteral literal = Scan("\"\"\"a\"b\r\nc\"\"\"");
  EXPECT_EQ(literal.text, "a\"b\nc");
  EXPECT_TRUE(literal.is_triple);
  EXPECT_TRUE(literal.is_closed);
}

TEST(StringLiteralTest, empty_strings) {
  EXPECT_TRUE(Scan("''").is_closed);
  EXPECT_EQ(Scan("'' ''").span, (source::Span{10, 12}));
  EXPECT_TRUE(Scan("''''''").is_closed);
}

TEST(StringLiteralTest, unclosed_strings_end_at_the_line) {
  const StringLiteral literal = Scan("'abc\ndef'");
  EXPECT_FALSE(literal.is_closed);
  EXPECT_EQ(literal.span, (source::Span{10, 14}));
  EXPECT_FALSE(Scan("'''abc").is_closed);
  EXPECT_FALSE(Scan("'abc\\").is_closed);
}

TEST(StringLiteralTest, a_body_goes_on_in_another_text) {
  StringLiteral literal;
  Cursor first("'''one", 1);
  const Quote quote = TakeQuote(first);
  EXPECT_EQ(ScanStringBody(first, quote, {}, literal), StringLiteralEnd::kTextEnd);
  Cursor second("two''' x", 50);
  EXPECT_EQ(ScanStringBody(second, quote, {}, literal), StringLiteralEnd::kClosed);
  EXPECT_EQ(literal.text, "onetwo");
  EXPECT_EQ(second.offset(), 56U);
}

}  // namespace
}  // namespace kval::lex
