#include "src/driver/inputs/file_marks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/diag/collector.h"

namespace kval::driver {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct MatchCase {
  const char* pattern;
  const char* path;
  bool matches;
};

TEST(MarkMatches, StarsStandForParts) {
  const MatchCase cases[] = {
      {"a.yml", "a.yml", true},          {"a.yml", "b/a.yml", false},
      {"*.yml", "a.yml", true},          {"*.yml", "b/a.yml", false},
      {"d*.yml", "d1.yml", true},        {"d*.yml", "d.yml", false},
      {"b/*", "b/a.yml", true},          {"b/*", "b/c/a.yml", false},
      {"**/*", "a.yml", true},           {"**/*", "b/c/a.yml", true},
      {"b/**/*", "b/c/a.yml", true},     {"b/**/*", "c/a.yml", false},
      {"b/**/*.yml", "b/a/c.yml", true}, {"b/**/*.yml", "b/a/c.txt", false},
      {"a+b.yml", "aab.yml", false},     {"", "a.yml", false},
  };
  for (const MatchCase& test : cases) {
    EXPECT_EQ(MarkMatches(test.pattern, test.path), test.matches) << test.pattern << " " << test.path;
  }
}

class FileMarks : public ::testing::Test {
 protected:
  FileMarks() : emit_(&found_) {
    for (const char* path : {"a.yml", "b.txt", "c.star1"}) {
      files_.push_back(
          std::make_unique<LibraryFile>(RunInput{nullptr, InputRole::kAuto, false, false, path, path}));
    }
  }
  bool Apply(const std::vector<std::string>& marks) { return ApplyFileMarks(marks, files_, emit_); }
  std::vector<std::string> Outputs() const {
    std::vector<std::string> paths;
    for (const auto& file : files_) {
      if (file->is_for_output) {
        paths.push_back(file->path);
      }
    }
    return paths;
  }

  diag::Collector found_;
  diag::Emitter emit_;
  std::vector<std::unique_ptr<LibraryFile>> files_;
};

TEST_F(FileMarks, ExcludeTakesOut) {
  EXPECT_TRUE(Apply({"a.yml:exclude=true"}));
  EXPECT_EQ(files_.size(), 2u);
}

TEST_F(FileMarks, TypeOverridesTheName) {
  EXPECT_TRUE(Apply({"b.txt:type=yaml-plain", "c.star1:type=starlark"}));
  EXPECT_EQ(files_[1]->type, FileType::kYaml);
  EXPECT_FALSE(files_[1]->is_template);
  EXPECT_TRUE(files_[1]->is_for_output);
  EXPECT_EQ(files_[2]->type, FileType::kStarlark);
  EXPECT_TRUE(files_[2]->is_library);
}

TEST_F(FileMarks, DataIsNoOutput) {
  EXPECT_TRUE(Apply({"a.yml:type=data"}));
  EXPECT_THAT(Outputs(), ElementsAre("b.txt"));
}

TEST_F(FileMarks, ExclusiveLeavesTheOthersOut) {
  EXPECT_TRUE(Apply({"b.txt:exclusive-for-output=true"}));
  EXPECT_THAT(Outputs(), ElementsAre("b.txt"));
}

TEST_F(FileMarks, PathRenamesAndLaterMarksUseTheOldPath) {
  EXPECT_TRUE(Apply({"a.yml:path=x/a.lib.yml", "a.yml:for-output=true"}));
  EXPECT_EQ(files_[0]->path, "x/a.lib.yml");
  EXPECT_TRUE(files_[0]->is_library);
  EXPECT_TRUE(files_[0]->is_for_output);
}

TEST_F(FileMarks, RenamedInputIsFoundByTheNameOnDisk) {
  files_.push_back(std::make_unique<LibraryFile>(
      RunInput{nullptr, InputRole::kAuto, false, false, "new.yml", "x/old.yml"}));
  EXPECT_TRUE(Apply({"old.yml:exclude=true"}));
  EXPECT_FALSE(Apply({"new.yml:exclude=true"}));
}

TEST_F(FileMarks, MistakesAreReported) {
  for (const char* mark :
       {"a.yml", "a.yml:type", "a.yml:type=x", "a.yml:kind=x", "a.yml:exclude=no", "z.yml:exclude=true"}) {
    const size_t before = emit_.error_count();
    EXPECT_FALSE(Apply({mark})) << mark;
    EXPECT_EQ(emit_.error_count(), before + 1) << mark;
  }
  EXPECT_EQ(files_.size(), 3u);
}

}  // namespace
}  // namespace kval::driver
