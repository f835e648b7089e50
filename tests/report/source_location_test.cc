#include "src/report/source_location.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/report/findings.h"

namespace kval::report {
namespace {

TEST(GetPosition, CountsInEveryUnit) {
  struct Case {
    std::string text;
    std::string_view marked;
    Position position;
  };
  const Case cases[] = {
      {"a: x", "x", {1, 4, 4, 4, 3}},
      {"a:\tx", "x", {1, 4, 4, 4, 3}},
      {"é日🎉x", "x", {1, 4, 10, 5, 9}},
      {"e\xCC\x81x", "x", {1, 3, 4, 3, 3}},
      {"\xEF\xBB\xBF"
       "a\r\nb: x",
       "x",
       {2, 4, 4, 4, 9}},
      {"a\nb\rc x", "x", {3, 3, 3, 3, 6}},
      {"\xFFx", "x", {1, 2, 2, 2, 1}},
      {"a: x\n", "\n", {1, 5, 5, 5, 4}},
  };
  for (const Case& c : cases) {
    Scene scene;
    scene.File("first.yml", "so that the next file does not start at 0").File("a", c.text);
    const source::Span span = scene.At("a", c.marked);
    const Position position = GetPosition(scene.sources().FileOf(span), span.begin);
    EXPECT_EQ(position.line, c.position.line) << c.text;
    EXPECT_EQ(position.column, c.position.column) << c.text;
    EXPECT_EQ(position.utf8_column, c.position.utf8_column) << c.text;
    EXPECT_EQ(position.utf16_column, c.position.utf16_column) << c.text;
    EXPECT_EQ(position.byte, c.position.byte) << c.text;
  }
}

TEST(GetPosition, TheEndOfAFileIsAfterItsLastCharacter) {
  Scene scene;
  scene.File("a", "a: [\n");
  const Position position = GetPosition(scene.sources().file(0), scene.EndOf(0).begin);
  EXPECT_EQ(position.line, 1U);
  EXPECT_EQ(position.column, 5U);
  EXPECT_EQ(position.byte, 5U);
}

TEST(RelativeName, IsRelativeToTheRoot) {
  RenderOptions options;
  options.root = "/builds/group/project";
  EXPECT_EQ(RelativeName("/builds/group/project/a.yml", options), "a.yml");
  EXPECT_EQ(RelativeName("/builds/group/projects/a.yml", options), "/builds/group/projects/a.yml");
  EXPECT_EQ(RelativeName("./a.yml", options), "a.yml");
  EXPECT_EQ(RelativeName("../a.yml", options), "../a.yml");
}

}  // namespace
}  // namespace kval::report
