#include "src/project/manifest_patterns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kval::project {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

ManifestPatterns Chosen(const std::vector<std::string>& manifests, const std::vector<std::string>& others) {
  std::vector<ClassifiedFile> files;
  files.reserve(manifests.size() + others.size());
  for (const std::string& path : manifests) {
    files.push_back({path, true});
  }
  for (const std::string& path : others) {
    files.push_back({path, false});
  }
  return ChoosePatterns(files);
}

TEST(ManifestPatterns, OthersOfTheSameNameAreExcludedOnce) {
  const ManifestPatterns patterns = Chosen({"a/x/1.yaml", "a/x/2.yaml", "a/y/1.yaml", "a/y/3.yaml"},
                                           {"a/x/values.yaml", "a/y/values.yaml"});
  EXPECT_THAT(patterns.files, ElementsAre("a/**/*.yaml"));
  EXPECT_THAT(patterns.exclude, ElementsAre("a/**/values.yaml"));
}

TEST(ManifestPatterns, ANameThatAManifestHasIsNotExcludedEverywhere) {
  const ManifestPatterns patterns =
      Chosen({"a/x/1.yaml", "a/x/2.yaml", "a/y/1.yaml", "a/y/3.yaml", "a/z/values.yaml"},
             {"a/x/values.yaml", "a/y/values.yaml"});
  EXPECT_THAT(patterns.files, ElementsAre("a/**/*.yaml"));
  EXPECT_THAT(patterns.exclude, ElementsAre("a/x/values.yaml", "a/y/values.yaml"));
}

TEST(ManifestPatterns, DirectoriesWithoutManifestsAreExcludedWhole) {
  const ManifestPatterns patterns = Chosen({"a/1.yaml", "a/b/2.yaml", "a/c/3.yml", "a/d/4.yaml"},
                                           {"a/d/charts/web/Chart.yaml", "a/d/charts/web/values.yaml"});
  EXPECT_THAT(patterns.files, ElementsAre("a/**/*.yaml", "a/**/*.yml"));
  EXPECT_THAT(patterns.exclude, ElementsAre("a/d/charts"));
}

TEST(ManifestPatterns, FilesThatNoPatternFindsAreNotExcluded) {
  const ManifestPatterns patterns =
      Chosen({"a/x/1.yaml", "a/y/2.yaml"}, {"a/x/package.yml", "a/y/package.yml", "a/z/package.yml"});
  EXPECT_THAT(patterns.files, ElementsAre("a/**/*.yaml"));
  EXPECT_THAT(patterns.exclude, IsEmpty());
}

TEST(ManifestPatterns, SingleManifestsAmongOthersAreNamed) {
  const ManifestPatterns patterns = Chosen({"a/1.yaml"}, {"a/2.yaml", "a/3.yaml"});
  EXPECT_THAT(patterns.files, ElementsAre("a/1.yaml"));
  EXPECT_THAT(patterns.exclude, IsEmpty());
}

TEST(ManifestPatterns, TheRootIsNeverNamedWhole) {
  EXPECT_THAT(Chosen({"1.yaml", "a/2.yaml"}, {}).files, ElementsAre("*.yaml", "a/**/*.yaml"));
  EXPECT_THAT(Chosen({}, {"a/2.yaml"}).files, IsEmpty());
  EXPECT_THAT(Chosen({}, {}).files, IsEmpty());
}

}  // namespace
}  // namespace kval::project
