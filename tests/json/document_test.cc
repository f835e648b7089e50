#include "src/json/document.h"

#include <gtest/gtest.h>

#include <string>

namespace kval::json {
namespace {

TEST(JsonDocument, FindsMembersAndItems) {
  Document document;
  ASSERT_TRUE(document.Parse(R"({"a": [1, "\u0041x"], "b": {"c": true}, "a": 2})"));
  const Value& root = *document.root();
  EXPECT_EQ(root.size, 3U);
  const Value* items = root.Find("a");
  ASSERT_NE(items, nullptr);
  EXPECT_EQ(items->spelling, R"([1, "\u0041x"])");
  std::string strings;
  for (const Value& item : *items) {
    strings += std::string(item.text) + " ";
  }
  EXPECT_EQ(strings, "1 Ax ");
  EXPECT_EQ(items->Find("c"), nullptr);
  const Value* inner = root.Find("b")->Find("c");
  ASSERT_NE(inner, nullptr);
  EXPECT_TRUE(inner->boolean);
  EXPECT_EQ(inner->string(), std::nullopt);
  EXPECT_EQ(root.Find("d"), nullptr);
}

TEST(JsonDocument, IsNoneOfABrokenText) {
  Document document;
  EXPECT_FALSE(document.Parse("{"));
  EXPECT_FALSE(document.Parse("\"\xFF\""));
  EXPECT_EQ(document.root(), nullptr);
}

TEST(JsonDocument, DepthCostsNoStack) {
  constexpr size_t kDepth = 1'000'000;
  std::string text;
  for (size_t i = 0; i < kDepth; ++i) {
    text += "{\"a\":";
  }
  text += "1" + std::string(kDepth, '}');
  Document document;
  ASSERT_TRUE(document.Parse(text));
  size_t depth = 0;
  for (const Value* at = document.root(); at != nullptr; at = at->Find("a")) {
    ++depth;
  }
  EXPECT_EQ(depth, kDepth + 1);
}

}  // namespace
}  // namespace kval::json
