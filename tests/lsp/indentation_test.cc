#include "src/lsp/structure/indentation.h"

#include <gtest/gtest.h>

#include <string>

namespace kval::lsp {
namespace {

// The indentation of the line at the cursor `¦`, or -1 if it does not change.
int IndentationAt(std::string text) {
  const std::string mark = "¦";
  const size_t at = text.find(mark);
  text.erase(at, mark.size());
  const std::optional<FileEdit> edit = FindIndentation(text, at, 2);
  return edit ? static_cast<int>(edit->text.size()) : -1;
}

TEST(FindIndentation, BelowKeysAndItems) {
  EXPECT_EQ(IndentationAt("a:\n¦"), 2);
  EXPECT_EQ(IndentationAt("a:\n  b:\n  ¦\nc: 1\n"), 4);
  EXPECT_EQ(IndentationAt("a:\n- b:\r\n¦"), 4);
  EXPECT_EQ(IndentationAt("a:\n- b: 1\n¦\n"), 2);
  EXPECT_EQ(IndentationAt("- - b: 1\n¦\n"), 4);
  EXPECT_EQ(IndentationAt("a: |\n¦"), 2);
  EXPECT_EQ(IndentationAt("  a: >-2\n¦"), 4);
}

TEST(FindIndentation, OtherLines) {
  EXPECT_EQ(IndentationAt("¦"), -1);
  EXPECT_EQ(IndentationAt("a: 1\n¦"), -1);
  EXPECT_EQ(IndentationAt("a:\n   ¦"), -1);
  EXPECT_EQ(IndentationAt("a:\n  ¦b: 1\n"), -1);
  EXPECT_EQ(IndentationAt("# a:\n¦"), -1);
  EXPECT_EQ(IndentationAt("a: |\n  b:\n¦"), -1);
  EXPECT_EQ(IndentationAt("a: {b:\n¦"), -1);
  EXPECT_EQ(IndentationAt("a: \"b:\n¦"), -1);
}

}  // namespace
}  // namespace kval::lsp
