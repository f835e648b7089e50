#include "src/lang/lex/cursor.h"

#include <gtest/gtest.h>

#include "src/lang/lex/precedence.h"

namespace kval::lex {
namespace {

TEST(CursorTest, never_reads_past_the_end) {
  Cursor cursor("ab", 5);
  EXPECT_EQ(cursor.Peek(7), '\0');
  cursor.Skip(10);
  EXPECT_TRUE(cursor.AtEnd());
  EXPECT_EQ(cursor.offset(), 7U);
  EXPECT_FALSE(cursor.Take('\0'));
  EXPECT_EQ(cursor.TakeWhile(IsNamePart), "");
}

TEST(CursorTest, takes_lines_without_their_breaks) {
  Cursor cursor("one\r\ntwo\n", 0);
  EXPECT_EQ(cursor.TakeLine(), "one");
  EXPECT_TRUE(cursor.TakeLineBreak());
  EXPECT_EQ(cursor.TakeLine(), "two");
  EXPECT_TRUE(cursor.TakeLineBreak());
  EXPECT_TRUE(cursor.AtEnd());
  EXPECT_FALSE(cursor.TakeLineBreak());
}

TEST(CursorTest, spans_are_virtual_offsets) {
  Cursor cursor("let x", 100);
  cursor.Take("let");
  cursor.SkipSpaces();
  const size_t start = cursor.position();
  EXPECT_EQ(cursor.TakeWhile(IsNamePart), "x");
  EXPECT_EQ(cursor.SpanSince(start), (source::Span{104, 105}));
}

TEST(PrecedenceTest, the_longest_spelling_wins) {
  constexpr TokenSpelling<int> kTable[] = {{"<", 1}, {"<<=", 3}, {"<<", 2}};
  constexpr TokenSpellingTable kSpellings(kTable);
  EXPECT_EQ(kSpellings.Longest("<<=1")->token, 3);
  EXPECT_EQ(kSpellings.Longest("<<1")->token, 2);
  EXPECT_EQ(kSpellings.Longest("<")->token, 1);
  EXPECT_EQ(kSpellings.Longest("+"), nullptr);
  EXPECT_EQ(kSpellings.Longest(""), nullptr);
  EXPECT_EQ(kSpellings.Longest("\xC3\xA4"), nullptr);
}

}  // namespace
}  // namespace kval::lex
