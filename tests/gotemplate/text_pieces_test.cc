#include "src/lang/gotemplate/text_pieces.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kval::gotemplate {
namespace {

// "a: 1\nb: 2" with a piece for each of "a: ", "1", "\nb: " and "2".
TextPieces Sample() {
  TextPieces pieces;
  AddPiece({3, {10, 13}, {}}, &pieces);
  AddPiece({4, {13, 20}, OriginSet{1}}, &pieces);
  AddPiece({8, {20, 24}, {}}, &pieces);
  AddPiece({9, {24, 30}, OriginSet{2}}, &pieces);
  return pieces;
}

// Each piece as `text<origins>`; "none" if the strings cannot be aligned.
std::string Aligned(std::string_view to) {
  const auto aligned = AlignPieces("a: 1\nb: 2", Sample(), to);
  if (!aligned) {
    return "none";
  }
  std::string text;
  uint32_t begin = 0;
  for (const TextPiece& piece : *aligned) {
    text +=
        std::string(to.substr(begin, piece.end - begin)) + "<" + std::to_string(piece.origins.index) + ">";
    begin = piece.end;
  }
  return text;
}

TEST(TextPieces, IndentationBelongsToTheStringAroundIt) {
  EXPECT_EQ(Aligned("\n  a: 1\n  b: 2"), "\n  a: <0>1<1>\n  b: <0>2<2>");
}

TEST(TextPieces, QuotesAreInserted) {
  EXPECT_EQ(Aligned("\"a: 1\nb: 2\""), "\"a: <0>1<1>\nb: <0>2\"<2>");
}

TEST(TextPieces, AStringMayEndEarlier) {
  EXPECT_EQ(Aligned("a: 1"), "a: <0>1<1>");
}

TEST(TextPieces, OtherStringsHaveNoPieces) {
  EXPECT_EQ(Aligned("A: 1"), "none");
  EXPECT_EQ(Aligned("\n "), "none");
  EXPECT_EQ(Aligned(""), "none");
}

TEST(TextPieces, PiecesOfOnePlaceAreJoined) {
  TextPieces pieces;
  AddPiece({2, {1, 2}, OriginSet{1}}, &pieces);
  AddPiece({2, {5, 6}, OriginSet{2}}, &pieces);
  AddPiece({4, {1, 2}, OriginSet{1}}, &pieces);
  ASSERT_EQ(pieces.size(), 1U);
  EXPECT_EQ(pieces.front().end, 4U);
}

TEST(TextPieces, TheirNumberIsLimited) {
  TextPieces pieces;
  for (uint32_t i = 1; i <= 2 * kMostPieces; ++i) {
    AddPiece({i, {i, i + 1}, OriginSet{i}}, &pieces);
  }
  EXPECT_EQ(pieces.size(), kMostPieces);
  EXPECT_EQ(pieces.back().end, 2 * kMostPieces);
  EXPECT_TRUE(pieces.back().origins.empty());
}

TEST(TextPieces, OffsetsSkipInsertedSpaces) {
  EXPECT_EQ(AlignedOffset("a: 1\nb: 2\n", "a: 1\n    b: 2", 9), 5U);
  EXPECT_EQ(AlignedOffset("{{ .Values.a }}", "1", 0), std::nullopt);
}

}  // namespace
}  // namespace kval::gotemplate
