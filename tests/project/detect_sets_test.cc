#include "src/project/detect_sets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "src/project/detect_manifests.h"

namespace kval::project {
namespace {

constexpr const char* kSchema = "#@data/values-schema\n---\na: 1\n";

// Returns the sets of the proposed project file. `files` maps paths to contents.
std::string Proposed(const std::map<std::string, std::string>& files) {
  std::vector<std::string> paths;
  for (const auto& [path, text] : files) {
    paths.push_back(path);
  }
  const std::string text =
      WriteProject(DetectSets(paths, [&](const std::string& path) { return files.at(path); }), {});
  return text.substr(text.find("sets:\n") + 6);
}

TEST(DetectSets, AChartWithItsEnvironments) {
  EXPECT_EQ(Proposed({{"charts/shop/Chart.yaml", ""},
                      {"charts/shop/values.yaml", ""},
                      {"charts/shop/values-prod.yaml", ""},
                      {"charts/shop/charts/db/Chart.yaml", ""},
                      {"charts/shop/charts/db/values.yaml", ""}}),
            "- name: \"shop defaults\"\n  chart: charts/shop\n"
            "- name: shop\n  chart: charts/shop\n  values: \"charts/shop/values-{env}.yaml\"\n");
}

TEST(DetectSets, AChartWithTheValuesOfItsTests) {
  EXPECT_EQ(Proposed({{"charts/shop/Chart.yaml", ""},
                      {"charts/shop/values.schema.json", ""},
                      {"charts/shop/values.yaml", ""},
                      {"charts/shop/ci/default-values.yaml", ""},
                      {"charts/shop/ci/ingress-values.yaml", "host: \"{{ .Release.Name }}\"\n"},
                      {"charts/shop/ci/kind.yaml", ""}}),
            "- name: shop\n  chart: charts/shop\n  values: \"charts/shop/ci/{env}-values.yaml\"\n");
  const std::vector<DetectedSet> sets =
      DetectSets({"a/Chart.yaml", "a/ci/b-values.yaml", "a/ci/none-values.yaml", "a/values.yaml"},
                 [](const std::string& path) {
                   return std::string(path == "a/ci/none-values.yaml" ? "# nothing\n---\n" : "b: 1\n");
                 });
  ASSERT_EQ(sets.size(), 1U);
  EXPECT_EQ(sets[0].samples, (std::vector<std::string>{"a/values.yaml", "a/ci/b-values.yaml"}));
  EXPECT_EQ(sets[0].environments, (std::vector<std::string>{"a/ci/b-values.yaml", "a/ci/none-values.yaml"}));
}

TEST(DetectSets, TheTestsOfAChartWithEnvironmentsAreASetOfTheirOwn) {
  EXPECT_EQ(Proposed({{"a/Chart.yaml", ""},
                      {"a/values.schema.json", ""},
                      {"a/values.yaml", ""},
                      {"a/values-prod.yaml", "b: 1\n"},
                      {"a/ci/b-values.yaml", "b: 2\n"}}),
            "- name: a\n  chart: a\n  values: \"a/values-{env}.yaml\"\n"
            "- name: \"a tests\"\n  chart: a\n  values: \"a/ci/{env}-values.yaml\"\n");
}

TEST(DetectSets, AChartWithoutDefaults) {
  EXPECT_EQ(Proposed({{"a/Chart.yaml", ""}, {"a/templates/b.yaml", ""}}), "- name: a\n  chart: a\n");
  EXPECT_EQ(Proposed({{"Chart.yaml", ""}, {"values-dev.yaml", "b: 1\n"}}),
            "- name: values\n  chart: \".\"\n  values: \"values-{env}.yaml\"\n");
}

TEST(DetectSets, ASchemaThatIsThere) {
  EXPECT_EQ(
      Proposed({{"Chart.yaml", ""}, {"values.yaml", ""}, {"values.schema.json", ""}, {"envs/prod.yaml", ""}}),
      "- name: \"values defaults\"\n  chart: \".\"\n"
      "- name: values\n  chart: \".\"\n  values: \"envs/{env}.yaml\"\n");
  EXPECT_EQ(
      Proposed(
          {{"charts/a/Chart.yaml", ""}, {"charts/a/values.yaml", ""}, {"charts/a/values.schema.json", ""}}),
      "- name: a\n  chart: charts/a\n");
  EXPECT_EQ(Proposed({{"a/Chart.yaml", ""}, {"a/values.yaml", ""}, {"a/schema.yml", kSchema}}),
            "- name: a\n  schema: a/schema.yml\n  values: a/values.yaml\n  profile: helm\n");
}

TEST(DetectSets, SchemasAreInferredFromTheChartsOwnValuesAlone) {
  const std::vector<DetectedSet> sets =
      DetectSets({"Chart.yaml", "envs/prod.yaml", "envs/test.yaml", "values.yaml"},
                 [](const std::string&) { return std::string(); });
  ASSERT_EQ(sets.size(), 2U);
  EXPECT_EQ(sets[0].samples, std::vector<std::string>{"values.yaml"});
  EXPECT_EQ(sets[0].environments, (std::vector<std::string>{"envs/prod.yaml", "envs/test.yaml"}));
}

TEST(DetectSets, EnvironmentsOfSeveralCharts) {
  EXPECT_EQ(Proposed({{"a/Chart.yaml", ""},
                      {"a/values.yaml", ""},
                      {"b/Chart.yaml", ""},
                      {"b/values.yaml", ""},
                      {"envs/prod/a.yaml", ""},
                      {"envs/prod/b.yaml", ""},
                      {"envs/test/a.yaml", ""}}),
            "- name: \"a defaults\"\n  chart: a\n"
            "- name: a\n  chart: a\n  values: \"envs/{env}/a.yaml\"\n"
            "- name: \"b defaults\"\n  chart: b\n"
            "- name: b\n  chart: b\n  values: \"envs/{env}/b.yaml\"\n");
}

TEST(DetectSets, AYttSchemaWithValuesNextToIt) {
  EXPECT_EQ(Proposed({{"app/schema.yml", kSchema},
                      {"app/more.yml", "#@data/values\n---\na: 2\n"},
                      {"app/template.yml", "#@ load()\n"},
                      {"app/values.yml", ""},
                      {"lib/kcl.mod", ""},
                      {"lib/main.k", ""},
                      {"lib/values.yaml", ""}}),
            "- name: app\n  schema: app/schema.yml\n  values: [app/more.yml, app/values.yml]\n"
            "- name: lib\n  schema: lib/main.k\n  values: lib/values.yaml\n");
}

TEST(DetectSets, APackageOfYttWithItsEnvironments) {
  const std::string values = "#@data/values\n---\na: 1\n";
  const std::string code = "#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.a\n";
  EXPECT_EQ(Proposed({{"app/config/a.yml", code},
                      {"app/config/values.yml", values},
                      {"app/env/prod.yml", values},
                      {"app/env/test.yml", values}}),
            "- name: config\n  schema: app/config\n  values: \"app/env/{env}.yml\"\n");
  EXPECT_EQ(Proposed({{"config/a.yml", code}, {"config/schema.yml", kSchema}, {"more/prod.yml", "a: 1\n"}}),
            "- name: config\n  schema: config\n");
  EXPECT_EQ(Proposed({{"config/a.yml", "#@schema/match x\na: 1\n"}, {"config/schema.yml", kSchema}}),
            "- name: config\n  schema: config/schema.yml\n");
  // The values of environments are alternatives, and the package would merge them.
  EXPECT_EQ(Proposed({{"config/a.yml", code},
                      {"config/schema.yml", kSchema},
                      {"config/values.yml", values},
                      {"config/envs/prod.yml", values}}),
            "- name: config\n  schema: config/schema.yml\n"
            "  values: [config/values.yml, \"config/envs/{env}.yml\"]\n");
}

TEST(DetectSets, ASchemaOfValuesIsNoEnvironment) {
  EXPECT_EQ(Proposed({{"config/values-schema.yml", kSchema}}),
            "- name: config\n  schema: config/values-schema.yml\n");
  EXPECT_EQ(Proposed({{"config/values-schema.yml", kSchema}, {"config/values-prod.yml", ""}}),
            "- name: config\n  schema: config/values-schema.yml\n  values: \"config/values-{env}.yml\"\n");
}

TEST(DetectSets, EnvironmentsNextToConfig) {
  EXPECT_EQ(
      Proposed({{"app/config/schema.yml", kSchema}, {"app/envs/prod.yml", ""}, {"app/envs/test.yml", ""}}),
      "- name: config\n  schema: app/config/schema.yml\n  values: \"app/envs/{env}.yml\"\n");
}

TEST(DetectSets, NamesOfSetsAreUnique) {
  const std::vector<DetectedSet> sets =
      DetectSets({"a/config/schema.yml", "b/config/one.yml", "b/config/two.yml", "c/config/three.yml"},
                 [](const std::string& /*path*/) { return std::string(kSchema); });
  std::set<std::string> names;
  for (const DetectedSet& set : sets) {
    EXPECT_TRUE(names.insert(set.name).second) << set.name;
  }
  EXPECT_EQ(names.size(), 4U);
}

TEST(DetectSets, AJsonSchemaWithValuesOfItsName) {
  EXPECT_EQ(Proposed({{"a/values.schema.json", "{}"},
                      {"a/values-prod.yaml", ""},
                      {"a/values.yaml", ""},
                      {"b/app.json", "{}"},
                      {"b/app.schema.json", "{}"},
                      {"b/lone.schema.json", "{}"}}),
            "- name: a\n  schema: a/values.schema.json\n  values: [a/values.yaml, \"a/values-{env}.yaml\"]\n"
            "  profile: helm\n"
            "- name: b\n  schema: b/app.schema.json\n  values: b/app.json\n");
}

TEST(DetectSets, KclSchemasWithValuesNextToThem) {
  constexpr const char* kKcl = "import regex\n\nschema App:\n    name: str\n";
  // A schema whose name matches a values file, or the only schema of its directory.
  EXPECT_EQ(Proposed({{"a/app.k", kKcl}, {"a/app.yaml", ""}, {"a/other.k", kKcl}, {"a/values.yaml", ""}}),
            "- name: a\n  schema: a/app.k\n  values: a/app.yaml\n");
  EXPECT_EQ(
      Proposed(
          {{"a/types.k", kKcl}, {"a/run.k", "x = 1\n"}, {"a/values-prod.yaml", ""}, {"a/values.yaml", ""}}),
      "- name: a\n  schema: a/types.k\n  values: [a/values.yaml, \"a/values-{env}.yaml\"]\n");
  // Of several schemas, `schema.k` is proposed.
  EXPECT_EQ(Proposed({{"a/schema.k", kKcl}, {"a/types.k", kKcl}, {"a/values.yaml", ""}}),
            "- name: a\n  schema: a/schema.k\n  values: a/values.yaml\n");
  // No proposal: the schema is ambiguous, there are no values, or a program declares no schema.
  EXPECT_TRUE(DetectSets({"a/one.k", "a/two.k", "a/values.yaml"}, [&](const std::string& path) {
                return path.ends_with(".k") ? kKcl : std::string();
              }).empty());
  EXPECT_TRUE(DetectSets({"a/one.k"}, [&](const std::string&) { return kKcl; }).empty());
  EXPECT_TRUE(DetectSets({"a/one.k", "a/values.yaml"}, [](const std::string&) {
                return std::string("a = 1\n");
              }).empty());
}

TEST(DetectSets, WhatPatternsCannotName) {
  for (const std::string_view path : {"q[1]/Chart.yaml", "a*b", "ch{x}", "p?",
                                      "a\x01"
                                      "b",
                                      "a\xFF", "a\x7F"}) {
    EXPECT_FALSE(IsRepresentable(path)) << path;
  }
  for (const std::string_view path : {"a b/c.yml", "ü/x.yml", "a\"b", "a#b: c"}) {
    EXPECT_TRUE(IsRepresentable(path)) << path;
  }
}

TEST(DetectSets, NothingIsNothing) {
  EXPECT_TRUE(DetectSets({"a.yml", "b/c.yaml"}, [](const std::string&) { return std::string(); }).empty());
}

}  // namespace
}  // namespace kval::project
