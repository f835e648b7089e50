#include "src/source/source_map.h"

#include <gmock/gmock.h>

#include <string>

#include "src/source/quick_contains.h"

namespace kval::source {
namespace {

TEST(SourceMap, NamesAnyPlaceOfAnyFileByOneOffset) {
  SourceMap map;
  const SourceFile& a = map.AddText("a", "one\ntwo\n");
  const SourceFile& b = map.AddText("b", "three\n");
  EXPECT_EQ(map.FileOf({a.base() + 4, a.base() + 7}).name(), "a");
  EXPECT_EQ(map.Text({a.base() + 4, a.base() + 7}), "two");
  EXPECT_EQ(map.FileOf(b.span()).name(), "b");
  EXPECT_EQ(map.Locate(a.base() + 4), (LineColumn{2, 1}));
  EXPECT_EQ(&map.FileOf({a.span().end, a.span().end}), &a);
  EXPECT_FALSE(map.Contains({0, 0}));
}

TEST(SourceMap, ExtendsAParentMap) {
  SourceMap below;
  const SourceFile& schema = below.AddText("schema", "one\ntwo\n");
  SourceMap first(&below);
  SourceMap second(&below);
  const SourceFile& values = first.AddText("values", "three\n");
  EXPECT_EQ(second.AddText("other", "seven\n").base(), values.base());
  EXPECT_GT(values.base(), schema.span().end);
  EXPECT_EQ(&first.FileOf(schema.span()), &schema);
  EXPECT_EQ(first.FileOf(values.span()).name(), "values");
  EXPECT_EQ(second.FileOf(values.span()).name(), "other");
  EXPECT_TRUE(second.Contains(schema.span()));
  EXPECT_FALSE(below.Contains(values.span()));
}

TEST(SourceMap, LoadsAFileOnceForEachNameOfIt) {
  MemoryFileReader reader;
  reader.Add("d/a", "one");
  SourceMap map;
  const SourceFile* file = *map.LoadOnce(reader, "", "d/a", "a");
  reader.Add("d/a", "two");
  EXPECT_EQ(*map.LoadOnce(reader, "", "./d/a", "a"), file);
  EXPECT_EQ((*map.LoadOnce(reader, "", "d/a", "other"))->text(), "two");
  EXPECT_NE(*map.LoadOnce(reader, "d", "d/a", "a"), file);
  EXPECT_EQ(map.file_count(), 3U);
  EXPECT_FALSE(map.LoadOnce(reader, "", "b", "b").ok());
  reader.Add("b", "three");
  EXPECT_TRUE(map.LoadOnce(reader, "", "b", "b").ok());
  map.Release();
  EXPECT_EQ((*map.LoadOnce(reader, "", "d/a", "a"))->text(), "two");
}

TEST(SourceFile, CountsColumnsInCodePoints) {
  SourceMap map;
  const SourceFile& file = map.AddText("f", "ä€😀x\n");
  EXPECT_EQ(file.Locate(file.base() + 9), (LineColumn{1, 4}));
}

TEST(SourceFile, HasAllChecksByteSet) {
  const SourceFile file("f",
                        "\xEF\xBB\xBF"
                        "a: b\r\n",
                        0);
  EXPECT_TRUE(file.Has('a') && file.Has('\r'));
  EXPECT_FALSE(file.Has('#') || file.Has('\0'));
  EXPECT_FALSE(file.Has('\xEF')) << "the mark is not part of the text";
  EXPECT_FALSE(file.has_unusual());
  EXPECT_TRUE(file.HasAll("ab"));
  EXPECT_FALSE(file.HasAll("abc"));
  for (const std::string text : {"\x01", "\x7F", "ä", "\xFF"}) {
    EXPECT_TRUE(SourceFile("f", text, 0).has_unusual()) << text;
  }
}

TEST(SourceFile, QuickContainsFindsWords) {
  const SourceFile file("f", "#@data/values\nsees: her\n", 0);
  EXPECT_TRUE(QuickContains(file, "#@data/values"));
  EXPECT_TRUE(QuickContains(file, "her"));
  EXPECT_FALSE(QuickContains(file, "here")) << "all of its bytes are there";
  EXPECT_FALSE(QuickContains(file, "#@overlay"));
}

TEST(SourceFile, EndsLinesAtAnyBreak) {
  SourceMap map;
  const SourceFile& file = map.AddText("f", "a\r\nb\rc\nd");
  EXPECT_EQ(file.line_count(), 4U);
  EXPECT_EQ(file.Text(file.LineSpan(1)), "a");
  EXPECT_EQ(file.Text(file.LineSpan(3)), "c");
  EXPECT_EQ(file.Text(file.LineSpan(4)), "d");
}

TEST(SourceFile, LeavesTheByteOrderMarkOut) {
  SourceMap map;
  const SourceFile& file = map.AddText("f", "\xEF\xBB\xBFkey: 1\n");
  EXPECT_EQ(file.text(), "key: 1\n");
  EXPECT_EQ(file.mark_size(), 3U);
  EXPECT_EQ(file.Locate(file.base()), (LineColumn{1, 1}));
}

TEST(MemoryFileReader, ListsFilesAndDirectories) {
  MemoryFileReader reader;
  reader.Add("dir/b.yml", "");
  reader.Add("dir/a/c.yml", "");
  reader.Add("top.yml", "x");
  EXPECT_EQ(reader.KindOf("dir"), PathKind::kDirectory);
  EXPECT_EQ(reader.KindOf("dir/b.yml"), PathKind::kFile);
  EXPECT_EQ(reader.KindOf("di"), PathKind::kMissing);
  EXPECT_THAT(*reader.List("dir"), testing::ElementsAre("a", "b.yml"));
  EXPECT_FALSE(reader.Read("none").ok());
}

TEST(IsBelow, KnowsTheRootItselfAndWhatLiesUnderIt) {
  MemoryFileReader reader;
  EXPECT_TRUE(IsBelow(reader, "/root/a", "/root"));
  EXPECT_FALSE(IsBelow(reader, "/rootless/a", "/root"));
}

}  // namespace
}  // namespace kval::source
