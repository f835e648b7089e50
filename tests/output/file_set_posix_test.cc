// These tests need a disk: they check which files and contents remain on it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>

#include "src/output/file_set.h"
#include "src/output/replace_directory.h"
#include "tests/output/file_set_fixture.h"

namespace kval::output {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::Pair;

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

TEST_F(FileSetTest, ADirectoryWithAnInputIsNotReplaced) {
  Put("out/config/in.yml", "keep");
  EXPECT_FALSE(ReplaceDirectory(Path("out"), {{"a.yml", "1"}}, {Path("out/config/in.yml")}).ok());
  fs::create_directory_symlink(top_ / "out", top_ / "link");
  EXPECT_FALSE(ReplaceDirectory(Path("link"), {{"a.yml", "1"}}, {}).ok());
  EXPECT_THAT(Tree("out"), ElementsAre(Pair("config/in.yml", "keep")));
}

}  // namespace
}  // namespace kval::output
