#include "src/project/find_schema.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace kval::project {
namespace {

using Paths = std::vector<std::string>;

class FindSchemaTest : public testing::Test {
 protected:
  FindSchemaTest() {
    reader_.Add(".kval.yaml",
                "sets:\n- name: shop\n  schema: schemas/shop.yml\n  values: [base.yml, \"envs/{env}.yml\"]\n"
                "- name: chart\n  chart: charts/web\n  values: \"web/{env}.yml\"\n"
                "each:\n- name: rules\n  schema: schemas/rule.yml\n  files: rules/*.yml\n"
                "kubernetes:\n- name: all\n  files: manifests/*.yml\n");
    for (const char* path : {"schemas/shop.yml", "schemas/rule.yml", "base.yml", "envs/prod.yml",
                             "rules/a.yml", "web/prod.yml", "manifests/a.yml", "other.yml"}) {
      reader_.Add(path, "a: 1\n");
    }
    reader_.Add("charts/web/Chart.yaml", "name: web\n");
    reader_.Add("charts/web/values.yaml", "a: 1\n");
    reader_.Add("charts/web/values.schema.json", "{}\n");
  }

  std::optional<driver::PlannedCheck> CheckOf(const std::string& path) {
    driver::Session session;
    const FlagReader read_flags = [](const std::vector<std::string>& words, driver::DriverOptions& options,
                                     std::string&) {
      options.schema_name = words.front();
      return true;
    };
    return FindCheckFor(path, {".kval.yaml", "", "/work", {}, true}, {}, read_flags, reader_, session);
  }

  Paths Of(const std::string& path) {
    Paths paths;
    if (const std::optional<driver::PlannedCheck> check = CheckOf(path)) {
      for (const driver::InputPath& input : check->options.inputs) {
        paths.push_back(input.path);
      }
    }
    return paths;
  }

  source::MemoryFileReader reader_;
};

TEST_F(FindSchemaTest, IsThatOfTheSetWhichHasTheFile) {
  EXPECT_EQ(Of("base.yml"), Paths{"schemas/shop.yml"});
  EXPECT_EQ(Of("envs/prod.yml"), Paths{"schemas/shop.yml"});
  EXPECT_EQ(Of("rules/a.yml"), Paths{"schemas/rule.yml"});
}

TEST_F(FindSchemaTest, ReturnsTheSchemasHelmUses) {
  EXPECT_EQ(Of("web/prod.yml"), Paths{"charts/web/values.schema.json"});
  EXPECT_EQ(Of("charts/web/values.yaml"), Paths{"charts/web/values.schema.json"});
}

TEST_F(FindSchemaTest, HasTheOptionsOfTheGroup) {
  reader_.Add(".kval.yaml",
              "sets:\n- schema: schemas/shop.yml\n  values: base.yml\n  profile: k8s\n  flags: [App]\n"
              "kubernetes:\n- files: manifests/*.yml\n");
  const std::optional<driver::PlannedCheck> check = CheckOf("base.yml");
  ASSERT_TRUE(check);
  EXPECT_EQ(check->options.schema_name, "App");
  EXPECT_EQ(check->options.dialect, value::Dialect::kK8s);
  const std::optional<driver::PlannedCheck> manifests = CheckOf("manifests/a.yml");
  ASSERT_TRUE(manifests);
  EXPECT_EQ(manifests->method, driver::CheckMethod::kManifests);
}

TEST_F(FindSchemaTest, OthersHaveNone) {
  EXPECT_EQ(Of("schemas/shop.yml"), Paths{});
  EXPECT_EQ(Of("manifests/a.yml"), Paths{});
  EXPECT_EQ(Of("other.yml"), Paths{});
  reader_.Add(".kval.yaml", "sets: 5\n");
  EXPECT_EQ(Of("base.yml"), Paths{});
}

}  // namespace
}  // namespace kval::project
