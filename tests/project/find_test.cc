#include "src/project/find.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kval::project {
namespace {

using ::testing::HasSubstr;

TEST(Normalized, SettlesAndRefuses) {
  EXPECT_EQ(Normalized("./a//b/../c.yml"), "a/c.yml");
  EXPECT_EQ(Normalized("a/"), "a");
  EXPECT_EQ(Normalized("."), "");
  EXPECT_EQ(Normalized("../a"), std::nullopt);
  EXPECT_EQ(Normalized("a/../../b"), std::nullopt);
  EXPECT_EQ(Normalized("/etc/passwd"), std::nullopt);
}

TEST(ProjectLocation, NamesPathsFromTheWorkingDirectory) {
  const ProjectLocation here{".kval.yaml", "", "/repo"};
  EXPECT_EQ(here.FromHere("envs/a.yml"), "envs/a.yml");
  EXPECT_EQ(here.Inside("./envs/a.yml"), "envs/a.yml");
  EXPECT_EQ(here.Inside("/repo/envs/a.yml"), "envs/a.yml");
  EXPECT_EQ(here.Inside("/other/a.yml"), std::nullopt);
  EXPECT_EQ(here.Inside("../a.yml"), std::nullopt);

  const ProjectLocation above{"../../.kval.yaml", "../../", "/repo/charts/shop"};
  EXPECT_EQ(above.FromHere("charts/shop/values.yaml"), "values.yaml");
  EXPECT_EQ(above.FromHere("charts/other/values.yaml"), "../other/values.yaml");
  EXPECT_EQ(above.FromHere("envs/a.yml"), "../../envs/a.yml");
  EXPECT_EQ(above.Inside("values.yaml"), "charts/shop/values.yaml");
  EXPECT_EQ(above.Inside("../../envs/a.yml"), "envs/a.yml");
  EXPECT_EQ(above.Inside("../../../a.yml"), std::nullopt);

  const ProjectLocation below = LocationOf("deploy/kval.yaml", "/repo");
  EXPECT_EQ(below.FromHere("a.yml"), "deploy/a.yml");
  EXPECT_EQ(below.Inside("deploy/a.yml"), "a.yml");
  EXPECT_EQ(below.Inside("a.yml"), std::nullopt);
}

std::string Found(const std::vector<std::string>& files, const std::string& directory) {
  source::MemoryFileReader reader;
  for (const std::string& file : files) {
    reader.Add(file, "");
  }
  const Result<std::optional<ProjectLocation>> found = FindProject(reader, directory);
  return !found ? found.failure().message : *found ? (*found)->file : "none";
}

TEST(FindProject, LooksUpToTheRepositorysRoot) {
  EXPECT_EQ(Found({".kval.yaml"}, "/a/b"), ".kval.yaml");
  EXPECT_EQ(Found({"kval.yaml"}, "/a/b"), "kval.yaml");
  EXPECT_EQ(Found({"../.kval.yaml", "../.git/HEAD"}, "/a/b"), "../.kval.yaml");
  EXPECT_EQ(Found({"../.kval.yaml", "../../.git/HEAD"}, "/a/b"), "../.kval.yaml");
  EXPECT_EQ(Found({"../.kval.yaml", "../../.kval.yaml", "../../.git/HEAD"}, "/a/b"), "../.kval.yaml");
  // In a worktree, .git is a file.
  EXPECT_EQ(Found({"../.kval.yaml", "../.git"}, "/a/b"), "../.kval.yaml");
  // kval ignores project files above the root of the repository, and project files of parent directories
  // outside a repository.
  EXPECT_EQ(Found({"../.kval.yaml", ".git/HEAD"}, "/a/b"), "none");
  EXPECT_EQ(Found({"../.kval.yaml"}, "/a/b"), "none");
  EXPECT_EQ(Found({}, "/a/b"), "none");
  EXPECT_THAT(Found({".kval.yaml", "kval.yaml"}, "/a"), HasSubstr("two project files"));
}

}  // namespace
}  // namespace kval::project
