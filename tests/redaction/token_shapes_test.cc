// The table of token shapes is its own test: each shape finds its example, and not its counter-example.
#include "src/redaction/token_shapes.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "src/redaction/secret_shapes.h"

namespace kval::redaction {
namespace {

TEST(TokenShapes, FindTheirExamplesOnly) {
  std::set<std::string_view> ids;
  for (const TokenShape& shape : TokenShapes()) {
    EXPECT_TRUE(ids.insert(shape.id).second) << shape.id;
    ASSERT_TRUE(shape.expression->ok()) << shape.id;
    EXPECT_LE(shape.expression->NumberOfCapturingGroups(), 1) << shape.id;
    for (const std::string around : {"", " ", "\"", "\n"}) {
      EXPECT_FALSE(FindSecretShapes(around + std::string(shape.example) + around).empty()) << shape.id;
      EXPECT_TRUE(FindSecretShapes(around + std::string(shape.counter_example) + around).empty()) << shape.id;
    }
  }
}

// A shape that another one covers is superfluous, and its example tests nothing.
TEST(TokenShapes, AreIndependent) {
  for (const TokenShape& shape : TokenShapes()) {
    size_t matches = 0;
    for (const TokenShape& other : TokenShapes()) {
      const re2::StringPiece example(shape.example.data(), shape.example.size());
      matches += RE2::PartialMatch(example, *other.expression) ? 1 : 0;
    }
    EXPECT_EQ(matches, 1u) << shape.id;
  }
}

}  // namespace
}  // namespace kval::redaction
