#include "src/lang/lex/cursor.h"

#include <gtest/gtest.h>

#include "src/lang/lex/indentation.h"
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
  cursor.SkipBlanks();
  const size_t start = cursor.position();
  EXPECT_EQ(cursor.TakeWhile(IsNamePart), "x");
  EXPECT_EQ(cursor.SpanSince(start), (source::Span{104, 105}));
}

TEST(IndentationTest, measures_tabs) {
  EXPECT_EQ(MeasureIndent("  x", 8).width, 2U);
  EXPECT_EQ(MeasureIndent(" \tx", 8).width, 8U);
  EXPECT_TRUE(MeasureIndent(" \tx", 8).mixes);
  EXPECT_EQ(MeasureIndent("\t\tx", 4).width, 8U);
}

TEST(IndentationTest, opens_and_closes_blocks) {
  IndentCounter counter;
  EXPECT_EQ(counter.Next(0).kind, IndentChange::kSame);
  EXPECT_EQ(counter.Next(2).kind, IndentChange::kOpen);
  EXPECT_EQ(counter.Next(4).kind, IndentChange::kOpen);
  EXPECT_EQ(counter.Next(4).kind, IndentChange::kSame);
  const IndentChange odd = counter.Next(3);
  EXPECT_EQ(odd.kind, IndentChange::kInconsistent);
  EXPECT_EQ(odd.closed, 1U);
  EXPECT_EQ(counter.Next(0).closed, 1U);
  EXPECT_EQ(counter.depth(), 0U);
}

TEST(PrecedenceTest, the_longest_spelling_wins) {
  constexpr Spelling<int> kTable[] = {{"<", 1}, {"<<=", 3}, {"<<", 2}};
  const std::span<const Spelling<int>> table(kTable);
  EXPECT_EQ(LongestSpelling(table, "<<=1")->token, 3);
  EXPECT_EQ(LongestSpelling(table, "<<1")->token, 2);
  EXPECT_EQ(LongestSpelling(table, "+"), nullptr);
}

}  // namespace
}  // namespace kval::lex
