#include "src/lsp/position_encoding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace kval::lsp {
namespace {

// One, two, three and four bytes; one UTF-16 code unit each, and two.
constexpr std::string_view kText = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z\r\n\xE4\xB8\xADx\rb\n";

std::optional<std::string> TextOf(std::string_view uri) {
  return uri == "file:///a"   ? std::optional(std::string(kText))
         : uri == "file:///b" ? std::optional(std::string("\xF0\x9F\x98\x80=1"))
                              : std::nullopt;
}

std::string At(uint32_t line, uint32_t character) {
  return "{\"line\":" + std::to_string(line) + ",\"character\":" + std::to_string(character) + "}";
}

TEST(PositionEncoding, ConvertsBytesToCodeUnits) {
  EXPECT_EQ(ToUtf16(kText, {0, 0}), (TextPosition{0, 0}));
  EXPECT_EQ(ToUtf16(kText, {0, 1}), (TextPosition{0, 1}));
  EXPECT_EQ(ToUtf16(kText, {0, 3}), (TextPosition{0, 2}));
  EXPECT_EQ(ToUtf16(kText, {0, 6}), (TextPosition{0, 3}));
  EXPECT_EQ(ToUtf16(kText, {0, 8}), (TextPosition{0, 3})) << "within the character";
  EXPECT_EQ(ToUtf16(kText, {0, 10}), (TextPosition{0, 5}));
  EXPECT_EQ(ToUtf16(kText, {0, 99}), (TextPosition{0, 6})) << "before the line break";
  EXPECT_EQ(ToUtf16(kText, {1, 3}), (TextPosition{1, 1}));
  EXPECT_EQ(ToUtf16(kText, {2, 1}), (TextPosition{2, 1}));
  EXPECT_EQ(ToUtf16(kText, {9, 9}), (TextPosition{9, 0}));
}

TEST(PositionEncoding, ConvertsAllPositionsOfAResult) {
  const auto converted = [](const std::string& json) { return WithUtf8Positions(json, "file:///a", TextOf); };
  EXPECT_EQ(converted("[{\"range\": {\"start\": " + At(0, 2) + ", \"end\": " + At(0, 5) + "}}]"),
            "[{\"range\": {\"start\": " + At(0, 3) + ", \"end\": " + At(0, 10) + "}}]");
  EXPECT_EQ(converted(At(1, 1)), At(1, 3));
  EXPECT_EQ(converted(At(2, 1)), At(2, 1));
  EXPECT_EQ(converted(At(0, 99)), At(0, 11));
  EXPECT_EQ(converted(At(7, 3)), At(7, 0));
  EXPECT_EQ(converted("!cannot rename"), "!cannot rename");
  EXPECT_EQ(converted("null"), "null");
}

TEST(PositionEncoding, AppliesTheTextOfTheNearestUri) {
  const auto converted = [](const std::string& json) { return WithUtf8Positions(json, "file:///a", TextOf); };
  EXPECT_EQ(converted("{\"uri\":\"file:///b\",\"range\":" + At(0, 2) + ",\"x\":[" + At(0, 3) + "]}"),
            "{\"uri\":\"file:///b\",\"range\":" + At(0, 4) + ",\"x\":[" + At(0, 5) + "]}");
  EXPECT_EQ(converted("{\"changes\":{\"file:///b\":[" + At(0, 2) + "],\"file:///a\":[" + At(0, 2) + "]}}"),
            "{\"changes\":{\"file:///b\":[" + At(0, 4) + "],\"file:///a\":[" + At(0, 3) + "]}}");
  EXPECT_EQ(converted("{\"textDocument\":{\"uri\":\"file:///b\"},\"edits\":[" + At(0, 2) + "]}"),
            "{\"textDocument\":{\"uri\":\"file:///b\"},\"edits\":[" + At(0, 4) + "]}");
  EXPECT_EQ(converted("{\"uri\":\"file:///unknown\",\"range\":" + At(0, 2) + "}"),
            "{\"uri\":\"file:///unknown\",\"range\":" + At(0, 2) + "}");
}

TEST(PositionEncoding, LongLines) {
  std::string line;  // of characters of two code units and four bytes, and of one and three
  for (int i = 0; i < 1000; ++i) {
    line += "\xF0\x9F\x98\x80\xE2\x82\xAC";
  }
  const auto text = [&](std::string_view) { return std::optional(line); };
  for (const uint32_t index : {0U, 1U, 42U, 43U, 85U, 128U, 999U, 1000U}) {
    EXPECT_EQ(WithUtf8Positions(At(0, 3 * index), "file:///a", text), At(0, 7 * index));
    EXPECT_EQ(WithUtf8Positions(At(0, 3 * index + 2), "file:///a", text),
              At(0, std::min(7 * index + 4, 7000U)));
  }
  line.assign(3'000'000, 'x');
  std::string many = "[" + At(0, 1);
  for (int i = 0; i < 20'000; ++i) {
    many += "," + At(0, 2'900'000);
  }
  many += "]";
  EXPECT_EQ(WithUtf8Positions(many, "file:///a", text), many) << "in linear time";
}

}  // namespace
}  // namespace kval::lsp
