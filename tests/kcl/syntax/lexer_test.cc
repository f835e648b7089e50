#include "src/lang/kcl/syntax/lexer.h"

#include <gtest/gtest.h>

#include "src/diag/collector.h"
#include "src/source/source_map.h"

namespace kval::kcl {
namespace {

// The tokens by name, separated by spaces.
std::string TokensOf(const std::string& text) {
  source::SourceMap sources;
  diag::Collector collector;
  diag::Emitter emitter(&collector);
  Interner names;
  const source::SourceFile& file = sources.AddText("main.k", text);
  std::string result;
  for (const Token& token : Lex(file, file.span(), LexMode::kFile, names, emitter)) {
    result.append(result.empty() ? "" : " ").append(Describe(token.kind));
  }
  return result;
}

TEST(LexerTest, LinesAndBlocks) {
  EXPECT_EQ(TokensOf("a\n  b\nc"),
            "identifier newline indent identifier newline dedent identifier newline end of file");
}

TEST(LexerTest, IndentationInsideBracketsCountsToo) {
  EXPECT_EQ(TokensOf("[\n  1\n]\n"), "[ newline indent integer newline dedent ] newline end of file");
}

TEST(LexerTest, EmptyLinesAndCommentsMakeNothing) {
  EXPECT_EQ(TokensOf("a\n\n  # c\n\nb\n"), "identifier newline identifier newline end of file");
}

TEST(LexerTest, OpenBlocksEndWithTheFile) {
  EXPECT_EQ(
      TokensOf("a\n  b\n    c"),
      "identifier newline indent identifier newline indent identifier newline dedent dedent end of file");
}

TEST(LexerTest, LongestOperator) {
  EXPECT_EQ(TokensOf("a **= b // c -> d ... >>="),
            "identifier **= identifier // identifier -> identifier ... >>= newline end of file");
}

TEST(LexerTest, ContinuedLineIsOneLine) {
  EXPECT_EQ(TokensOf("a \\\n  b\n"), "identifier identifier newline end of file");
}

TEST(LexerTest, CarriageReturnsAreBlanks) {
  EXPECT_EQ(TokensOf("a\r\n  b\r\n"), "identifier newline indent identifier newline dedent end of file");
}

}  // namespace
}  // namespace kval::kcl
