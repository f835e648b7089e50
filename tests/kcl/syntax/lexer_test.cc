#include "src/lang/kcl/syntax/lexer.h"

#include <gtest/gtest.h>

#include "src/diag/collector.h"
#include "src/source/source_map.h"

namespace kval::kcl {
namespace {

// Returns the token names, separated by spaces.
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

TEST(LexerTest, CarriageReturnsAreSpaces) {
  EXPECT_EQ(TokensOf("a\r\n  b\r\n"), "identifier newline indent identifier newline dedent end of file");
}

// The lexer reads a large file in pieces, which begin at statements of the top level.
TEST(LexerTest, PiecesAreTheTokensOfTheFile) {
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    text += "a = {\n  b = [1]\n}\nif c:\n  d = {}\nelse:\n  e = {}\n";
  }
  source::SourceMap sources;
  diag::Collector collector;
  diag::Emitter emitter(&collector);
  Interner names;
  const source::SourceFile& file = sources.AddText("main.k", text);
  const std::vector<Token> all = Lex(file, file.span(), LexMode::kFile, names, emitter);
  TokenPieces pieces(file, file.span(), LexMode::kFile, names, emitter);
  std::vector<Token> piece;
  size_t at = 0;
  size_t count = 0;
  for (; pieces.Next(piece); ++count) {
    ASSERT_EQ(piece.back().kind, TokenKind::kEnd);
    ASSERT_NE(file.Text(piece.front().span), "else");
    for (size_t i = 0; i + 1 < piece.size(); ++i, ++at) {
      ASSERT_EQ(piece[i].span, all[at].span);
      ASSERT_EQ(piece[i].kind, all[at].kind);
    }
  }
  EXPECT_EQ(at + 1, all.size());
  EXPECT_GT(count, 10U);
  EXPECT_FALSE(pieces.Next(piece));
}

}  // namespace
}  // namespace kval::kcl
