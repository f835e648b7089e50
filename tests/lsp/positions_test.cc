#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "src/lsp/file_uri.h"
#include "src/lsp/text_position.h"

namespace kval::lsp {
namespace {

TEST(ByteAt, CountsUtf16CodeUnits) {
  const std::string text = "aé€😀z\nb";
  EXPECT_EQ(ByteAt(text, {0, 0}), 0u);
  EXPECT_EQ(ByteAt(text, {0, 1}), 1u);
  EXPECT_EQ(ByteAt(text, {0, 2}), 3u);
  EXPECT_EQ(ByteAt(text, {0, 3}), 6u);
  EXPECT_EQ(ByteAt(text, {0, 4}), 6u) << "within the pair of 😀";
  EXPECT_EQ(ByteAt(text, {0, 5}), 10u);
  EXPECT_EQ(ByteAt(text, {0, 6}), 11u);
  EXPECT_EQ(ByteAt(text, {1, 1}), 13u);
}

TEST(ByteAt, ClampsPositionsPastTheEnd) {
  EXPECT_EQ(ByteAt("ab\ncd", {0, 99}), 2u);
  EXPECT_EQ(ByteAt("ab\r\ncd", {0, 99}), 2u);
  EXPECT_EQ(ByteAt("ab\ncd", {1, 99}), 5u);
  EXPECT_EQ(ByteAt("ab\ncd", {2, 0}), 5u);
  EXPECT_EQ(ByteAt("ab\n", {1, 0}), 3u);
  EXPECT_EQ(ByteAt("", {7, 7}), 0u);
  EXPECT_EQ(ByteAt("\xF0\x9F", {0, 2}), 2u) << "half a character at the end";
}

TEST(ByteAt, LinesEndInThreeWays) {
  EXPECT_EQ(ByteAt("a\rb\r\nc\nd", {1, 0}), 2u);
  EXPECT_EQ(ByteAt("a\rb\r\nc\nd", {2, 0}), 5u);
  EXPECT_EQ(ByteAt("a\rb\r\nc\nd", {3, 0}), 7u);
}

TEST(PathOf, DecodesWhatEditorsEncode) {
  EXPECT_EQ(PathOf("file:///srv/a%20b/%C3%A9%2Byml"), "/srv/a b/é+yml");
  EXPECT_EQ(PathOf("file://localhost/a.yml"), "/a.yml");
  EXPECT_EQ(PathOf("file:///a.yml?x#y"), "/a.yml");
  EXPECT_EQ(PathOf("file:////srv//a.yml"), "/srv/a.yml");
  EXPECT_EQ(PathOf("file:///100%"), "/100%");
  EXPECT_EQ(PathOf("file:///a%zz"), "/a%zz");
}

TEST(PathOf, NothingElseIsAFile) {
  EXPECT_EQ(PathOf("untitled:Untitled-1"), std::nullopt);
  EXPECT_EQ(PathOf("git:/srv/a.yml"), std::nullopt);
  EXPECT_EQ(PathOf("file://server/share/a.yml"), std::nullopt);
  EXPECT_EQ(PathOf("file:a.yml"), std::nullopt);
  EXPECT_EQ(PathOf("file:///a%00b"), std::nullopt);
  EXPECT_EQ(PathOf(""), std::nullopt);
}

}  // namespace
}  // namespace kval::lsp
