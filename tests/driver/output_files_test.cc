#include "src/driver/output_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace kval::driver {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

class MemoryWriter final : public FileWriter {
 public:
  Result<bool> Write(const std::string& directory, const std::vector<OutputFile>& given,
                     ExistingFiles existing) override {
    for (const OutputFile& file : given) {
      files[directory + "/" + file.path] = file.text;
    }
    if (existing == ExistingFiles::kRemove) {
      removed.push_back(directory);
    }
    return true;
  }

  std::map<std::string, std::string> files;
  std::vector<std::string> removed;
};

TEST(OutputFiles, WritesBelowTheDirectory) {
  MemoryWriter writer;
  const auto written =
      WriteOutputFiles("out", {{"a.yml", "x"}, {"b/c.txt", "y"}}, ExistingFiles::kKeep, writer);
  ASSERT_TRUE(written.ok());
  EXPECT_THAT(*written, ElementsAre("out/a.yml", "out/b/c.txt"));
  EXPECT_THAT(writer.files, ElementsAre(Pair("out/a.yml", "x"), Pair("out/b/c.txt", "y")));
  EXPECT_THAT(writer.removed, IsEmpty());
}

TEST(OutputFiles, EmptiesTheDirectoryIfRequested) {
  MemoryWriter writer;
  EXPECT_TRUE(WriteOutputFiles("out", {}, ExistingFiles::kRemove, writer).ok());
  EXPECT_THAT(writer.removed, ElementsAre("out"));
}

TEST(OutputFiles, RefusesToEmptySuspiciousDirectories) {
  for (const char* directory : {"", "/", ".", "./", "..", "a/..", "//"}) {
    MemoryWriter writer;
    EXPECT_FALSE(WriteOutputFiles(directory, {}, ExistingFiles::kRemove, writer).ok()) << directory;
    EXPECT_THAT(writer.removed, IsEmpty()) << directory;
  }
}

TEST(OutputFiles, RefusesPathsThatLeaveTheDirectory) {
  for (const char* path : {"../a.yml", "/a.yml", "a/../../b.yml", "", ".", "a/.."}) {
    MemoryWriter writer;
    EXPECT_FALSE(WriteOutputFiles("out", {{"ok.yml", ""}, {path, ""}}, ExistingFiles::kKeep, writer).ok())
        << path;
    EXPECT_THAT(writer.files, IsEmpty()) << path;
  }
}

TEST(OutputFiles, RejectsDuplicatePaths) {
  MemoryWriter writer;
  EXPECT_FALSE(WriteOutputFiles("out", {{"a.yml", "x"}, {"a.yml", "y"}}, ExistingFiles::kKeep, writer).ok());
  EXPECT_THAT(writer.files, IsEmpty());
}

}  // namespace
}  // namespace kval::driver
