#include "src/driver/libraries/library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>

namespace kval::driver {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

RunInput Named(const std::string& path) {
  return {nullptr, InputRole::kAuto, true, false, path, path};
}

// A root library of in-memory files.
struct Tree {
  Tree(std::initializer_list<const char*> paths) {
    for (const char* path : paths) {
      Add(path);
    }
  }
  void Add(const std::string& path) {
    files.push_back(std::make_unique<LibraryFile>(Named(path)));
    root.Add(files.back().get());
  }
  std::vector<std::unique_ptr<LibraryFile>> files;
  Library root;
  SuggestionBudget budget;
};

std::vector<std::string> PathsOf(const Library& library) {
  std::vector<std::string> paths;
  for (const LibraryFile* file : library.Files()) {
    paths.emplace_back(library.PathOf(*file));
  }
  return paths;
}

struct KindCase {
  const char* path;
  FileType type;
  bool is_library;
  bool is_for_output;
};

TEST(LibraryFile, NameDeterminesTheUse) {
  const KindCase cases[] = {
      {"a.yml", FileType::kYaml, false, true},           {"d/a.yaml", FileType::kYaml, false, true},
      {"a.txt", FileType::kText, false, true},           {"a.lib.yml", FileType::kYaml, true, false},
      {"a.lib.txt", FileType::kText, true, false},       {"a.star", FileType::kStarlark, true, false},
      {"a.json", FileType::kData, false, false},         {"a", FileType::kData, false, false},
      {"a.lib.json", FileType::kData, true, false},      {"lib.yml", FileType::kYaml, false, true},
      {"d.lib.yml/a.yml", FileType::kYaml, false, true},
  };
  for (const KindCase& test : cases) {
    const LibraryFile file(Named(test.path));
    EXPECT_EQ(file.type, test.type) << test.path;
    EXPECT_EQ(file.is_library, test.is_library) << test.path;
    EXPECT_EQ(file.is_for_output, test.is_for_output) << test.path;
  }
}

TEST(Library, ListsItsFilesAndThoseBelowButNotPrivateOnes) {
  Tree tree{"b/x.yml", "a.yml", "_ytt_lib/l/y.yml", "b/c/z.yml", "b/_ytt_lib/m/w.yml"};
  EXPECT_THAT(PathsOf(tree.root), ElementsAre("a.yml", "b/x.yml", "b/c/z.yml"));
}

TEST(Library, PathsStartAtTheLibrary) {
  Tree tree{"_ytt_lib/l/y.yml", "_ytt_lib/l/d/z.yml"};
  const Result<const Library*> library = tree.root.FindLibrary("l", tree.budget);
  ASSERT_TRUE(library.ok());
  EXPECT_THAT(PathsOf(**library), ElementsAre("y.yml", "d/z.yml"));
}

TEST(Library, FindsLibrariesByPath) {
  Tree tree{"_ytt_lib/github.com/a/b/y.yml"};
  EXPECT_TRUE(tree.root.FindLibrary("github.com/a/b", tree.budget).ok());
  EXPECT_TRUE(tree.root.FindLibrary("github.com/a", tree.budget).ok());
  EXPECT_THAT(tree.root.FindLibrary("github.com/a/c", tree.budget).failure().message,
              HasSubstr("not found in"));
}

TEST(Library, LibrariesOfLibrariesArePrivate) {
  Tree tree{"_ytt_lib/l/_ytt_lib/m/y.yml"};
  EXPECT_FALSE(tree.root.FindLibrary("l/_ytt_lib/m", tree.budget).ok());
  const Result<const Library*> library = tree.root.FindLibrary("l", tree.budget);
  ASSERT_TRUE(library.ok());
  EXPECT_TRUE((*library)->FindLibrary("m", tree.budget).ok());
}

TEST(Library, WithoutPrivateDirectoryThereAreNoLibraries) {
  Tree tree{"a.yml"};
  EXPECT_THAT(tree.root.FindLibrary("l", tree.budget).failure().message, HasSubstr("_ytt_lib"));
}

TEST(Library, FindsFilesBelow) {
  Tree tree{"a.star", "b/c.star", "_ytt_lib/l/d.star"};
  EXPECT_TRUE(tree.root.FindFile("a.star", tree.budget).ok());
  EXPECT_TRUE(tree.root.FindFile("b/c.star", tree.budget).ok());
  EXPECT_FALSE(tree.root.FindFile("c.star", tree.budget).ok());
  EXPECT_FALSE(tree.root.FindFile("_ytt_lib/l/d.star", tree.budget).ok());
  EXPECT_FALSE(tree.root.FindFile("../a.star", tree.budget).ok());
}

TEST(Library, MissingFileNamesItsNeighbour) {
  Tree tree{"helpers.star"};
  EXPECT_THAT(tree.root.FindFile("helper.star", tree.budget).failure().message, HasSubstr("`helpers.star`"));
}

TEST(Library, TheNeighbourIsFoundAmongThousandsWhileTheirCharactersAllowIt) {
  Tree tree{};
  for (int i = 0; i < 5000; ++i) {
    tree.Add("f" + std::to_string(i) + ".yml");
    tree.Add("_ytt_lib/l" + std::to_string(i) + "/a.yml");
  }
  tree.Add("helpers.star");
  tree.Add("_ytt_lib/helpers/a.yml");
  EXPECT_THAT(tree.root.FindFile("helper.star", tree.budget).failure().message, HasSubstr("`helpers.star`"));
  EXPECT_THAT(tree.root.FindLibrary("helper", tree.budget).failure().message, HasSubstr("`helpers`"));
  SuggestionBudget few(5000);
  EXPECT_THAT(tree.root.FindFile("helper.star", few).failure().message, Not(HasSubstr("did you mean")));
  EXPECT_THAT(tree.root.FindLibrary("helper", few).failure().message, Not(HasSubstr("did you mean")));
}

}  // namespace
}  // namespace kval::driver
