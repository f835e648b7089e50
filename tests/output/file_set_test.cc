// These tests need a disk: they check which files and contents remain on it.
#include "src/output/file_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "src/output/replace_directory.h"

namespace kval::output {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

class FileSetTest : public testing::Test {
 protected:
  FileSetTest() {
    std::string pattern = (fs::temp_directory_path() / "kval-output-XXXXXX").string();
    top_ = ::mkdtemp(pattern.data());
    fs::create_directory(top_ / "out");
  }
  ~FileSetTest() override { fs::remove_all(top_); }

  std::string Path(const std::string& name) const { return (top_ / name).string(); }
  void Put(const std::string& name, std::string_view text) const {
    fs::create_directories((top_ / name).parent_path());
    std::ofstream(top_ / name) << text;
  }
  // Returns the content of every regular file, and link to one, below the directory.
  std::map<std::string, std::string> Tree(const std::string& directory) const {
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(top_ / directory)) {
      if (entry.is_regular_file()) {
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        files[entry.path().lexically_relative(top_ / directory).string()] = text.str();
      }
    }
    return files;
  }

  fs::path top_;
};

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

TEST_F(FileSetTest, LinksAreNotFollowed) {
  Put("elsewhere/secret", "keep");
  fs::create_symlink(top_ / "elsewhere/secret", top_ / "out/file");
  fs::create_symlink(top_ / "elsewhere", top_ / "out/folder");
  fs::create_symlink(top_ / "nowhere", top_ / "out/dangling");
  for (const char* path : {"file", "folder/secret", "folder/new", "dangling"}) {
    FileSet set({Path("out"), {}});
    EXPECT_FALSE(set.Add(path, "x").ok()) << path;
    EXPECT_FALSE(WriteFile(Path("out/file"), "x", {}).ok());
  }
  EXPECT_THAT(Tree("elsewhere"), ElementsAre(Pair("secret", "keep")));
  EXPECT_FALSE(fs::exists(top_ / "nowhere"));
}

TEST_F(FileSetTest, LinksDoNotLeadOutOfTheWorkingDirectory) {
  Put("elsewhere/secret", "keep");
  fs::create_directories(top_ / "out/inner/deep");
  for (const char* name : {"ab", "a..b", "...", "..a", "inner/b.."}) {
    fs::create_symlink(top_ / "elsewhere", top_ / "out" / name);
  }
  fs::create_symlink("inner/deep", top_ / "out/inside");
  fs::create_symlink("..", top_ / "out/up");
  const fs::path before = fs::current_path();
  fs::current_path(top_ / "out");
  for (const char* path :
       {"ab/secret", "a..b/secret", ".../secret", "..a/new", "inner/b../new", "inner/../ab/secret",
        "./ab//secret", "up/new", "inside/../b../new", "../out/../out/up/../new"}) {
    EXPECT_FALSE(WriteFile(path, "x", {}).ok()) << path;
  }
  for (const char* path :
       {"inside/one", "inside/../two", "../elsewhere/three", "../out/a..c", "../out/up/four"}) {
    const Result<bool> written = WriteFile(path, "x", {});
    EXPECT_TRUE(written.ok()) << path << ": " << (written ? "" : written.failure().message);
  }
  fs::current_path(before);
  EXPECT_THAT(Tree("elsewhere"), ElementsAre(Pair("secret", "keep"), Pair("three", "x")));
  EXPECT_THAT(Tree("out"),
              ElementsAre(Pair("a..c", "x"), Pair("inner/deep/one", "x"), Pair("inner/two", "x")));
}

TEST_F(FileSetTest, OnlyRegularFilesAreReplaced) {
  ASSERT_EQ(::mkfifo(Path("out/pipe").c_str(), 0600), 0);
  fs::create_directory(top_ / "out/folder");
  for (const char* name : {"pipe", "folder"}) {
    const Result<bool> written = WriteFile(Path(std::string("out/") + name), "x", {});
    ASSERT_FALSE(written.ok()) << name;
  }
  EXPECT_FALSE(WriteFile("/dev/null", "x", {}).ok());
  EXPECT_FALSE(WriteFile("/dev/stdout", "x", {}).ok());
  EXPECT_FALSE(WriteFile(Path("out/"), "x", {}).ok());
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

TEST_F(FileSetTest, PreservesFileMode) {
  Put("out/a.sh", "old");
  ::chmod(Path("out/a.sh").c_str(), 0750);
  ASSERT_TRUE(WriteFile(Path("out/a.sh"), "new", {}).ok());
  struct stat status {};
  ::stat(Path("out/a.sh").c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777, 0750u);
}

TEST_F(FileSetTest, AnInterruptedSetLeavesTheOldState) {
  Put("out/a.yml", "old");
  struct sigaction ignore {};
  ignore.sa_handler = [](int) {};
  ::sigaction(SIGTERM, &ignore, nullptr);
  {
    FileSet set({Path("out"), {}});
    ASSERT_TRUE(set.Add("a.yml", "new").ok());
    ::raise(SIGTERM);
    EXPECT_FALSE(set.Commit().ok());
  }
  EXPECT_THAT(Tree("out"), ElementsAre(Pair("a.yml", "old")));
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

TEST_F(FileSetTest, ADirectoryWithAnInputIsNotReplaced) {
  Put("out/config/in.yml", "keep");
  EXPECT_FALSE(ReplaceDirectory(Path("out"), {{"a.yml", "1"}}, {Path("out/config/in.yml")}).ok());
  fs::create_directory_symlink(top_ / "out", top_ / "link");
  EXPECT_FALSE(ReplaceDirectory(Path("link"), {{"a.yml", "1"}}, {}).ok());
  EXPECT_THAT(Tree("out"), ElementsAre(Pair("config/in.yml", "keep")));
}

}  // namespace
}  // namespace kval::output
