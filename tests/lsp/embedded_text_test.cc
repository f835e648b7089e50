#include "src/lsp/structure/embedded_text.h"

#include <gtest/gtest.h>

#include <string>

namespace kval::lsp {
namespace {

// The path and the text at the cursor `¦`, with `.` in place of spaces.
std::string TextAt(std::string text) {
  const std::string mark = "¦";
  const size_t at = text.find(mark);
  text.erase(at, mark.size());
  const std::optional<EmbeddedText> found = FindEmbeddedText(text, at);
  if (!found) {
    return "nothing";
  }
  std::string shown;
  for (const std::string& step : found->path) {
    shown += step + "/";
  }
  shown += " " + found->text;
  for (char& c : shown) {
    c = c == ' ' ? '.' : c == '\n' ? '|' : c;
  }
  return found->text.size() == text.size() ? shown : "another size";
}

TEST(FindEmbeddedText, EverythingElseBecomesSpaces) {
  EXPECT_EQ(TextAt("a: |\n  b: ¦1\nc: 2\n"), "a/.....|..b:.1|....|");
  EXPECT_EQ(TextAt("- x: >-\n    b:\n      ¦\n  y: 1\n"), "[]/x/........|....b:|......|......|");
  EXPECT_EQ(TextAt("é: |\r\n  b¦\r\n"), "é/......\r|..b\r|");
}

TEST(FindEmbeddedText, EmptyLinesBelongToTheScalar) {
  EXPECT_EQ(TextAt("a: |\n  b: 1\n\n  ¦\n\nc: 2"), "a/.....|..b:.1||..||....");
}

TEST(FindEmbeddedText, OtherText) {
  EXPECT_EQ(TextAt("a: ¦1\n"), "nothing");
  EXPECT_EQ(TextAt("a: |\n  b: 1\n¦"), "nothing");
  EXPECT_EQ(TextAt("a: 1 # ¦\n"), "nothing");
  EXPECT_EQ(TextAt("a: ¦|\n  b: 1\n"), "nothing");
}

}  // namespace
}  // namespace kval::lsp
