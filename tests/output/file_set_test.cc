#include "src/output/file_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/output/replace_directory.h"
#include "tests/output/file_set_fixture.h"

namespace kval::output {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

TEST_F(FileSetTest, NothingIsThereBeforeCommitAndNothingElseAfterwards) {
  Put("out/a.yml", "old");
  {
    FileSet set({Path("out"), {}});
    ASSERT_TRUE(set.Add("a.yml", "new").ok());
    ASSERT_TRUE(set.Add("b/c.yml", "new").ok());
    EXPECT_EQ(Tree("out")["a.yml"], "old");
    ASSERT_TRUE(set.Commit().ok());
  }
  EXPECT_THAT(Tree("out"), ElementsAre(Pair("a.yml", "new"), Pair("b/c.yml", "new")));
}

TEST_F(FileSetTest, WithoutCommitEverythingIsAsBefore) {
  Put("out/a.yml", "old");
  {
    FileSet set({Path("out"), {}});
    ASSERT_TRUE(set.Add("a.yml", "new").ok());
    ASSERT_TRUE(set.Add("b/c/d.yml", "new").ok());
  }
  EXPECT_THAT(Tree("out"), ElementsAre(Pair("a.yml", "old")));
  EXPECT_FALSE(fs::exists(top_ / "out/b"));
  { FileSet set({Path("fresh"), {}}); }
  EXPECT_FALSE(fs::exists(top_ / "fresh"));
}

TEST_F(FileSetTest, AMissingDirectoryIsNamed) {
  const Result<bool> written = WriteFile(Path("none/a.json"), "x", {});
  ASSERT_FALSE(written.ok());
  EXPECT_THAT(written.failure().message, HasSubstr("there is no directory " + Path("none")));
}

TEST_F(FileSetTest, AnInputIsNoOutputByWhateverName) {
  Put("in.yml", "keep");
  fs::create_hard_link(top_ / "in.yml", top_ / "out/same.yml");
  EXPECT_FALSE(WriteFile(Path("in.yml"), "x", {Path("out/../in.yml")}).ok());
  EXPECT_FALSE(WriteFile(Path("out/same.yml"), "x", {Path("in.yml")}).ok());
  EXPECT_EQ(Tree("out")["same.yml"], "keep");
}

TEST_F(FileSetTest, ADirectoryIsReplacedAsAWhole) {
  Put("out/old.yml", "old");
  Put("out/b/older.yml", "old");
  ASSERT_TRUE(ReplaceDirectory(Path("out"), {{"a.yml", "1"}, {"b/c.yml", "2"}}, {}).ok());
  EXPECT_THAT(Tree("out"), ElementsAre(Pair("a.yml", "1"), Pair("b/c.yml", "2")));
  ASSERT_TRUE(ReplaceDirectory(Path("new/deep"), {{"a.yml", "1"}}, {}).ok());
  EXPECT_THAT(Tree("new/deep"), ElementsAre(Pair("a.yml", "1")));
  EXPECT_EQ(std::distance(fs::directory_iterator(top_), {}), 2) << "nothing is left beside the folder";
}

}  // namespace
}  // namespace kval::output
