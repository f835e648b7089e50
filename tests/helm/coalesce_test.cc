// Values that Helm computes for small charts. Source of the expectations: the output of helm v3.22.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/helm/tables.h"
#include "src/support/budget_exhausted.h"
#include "tests/helm/workbench.h"

namespace kval::helm {
namespace {

constexpr std::string_view kChart = "apiVersion: v2\nname: c\nversion: 1.0.0\n";
constexpr std::string_view kKid = "apiVersion: v2\nname: kid\nversion: 1.0.0\n";

UserInput Set(const std::string& text) {
  return {{}, {{SetKind::kSet, text}}};
}

Sandbox& WithKid(Sandbox& bench, std::string_view listed, std::string_view values,
                 std::string_view kid_values) {
  bench.Add("chart/Chart.yaml", std::string(kChart) + std::string(listed));
  bench.Add("chart/values.yaml", values);
  bench.Add("chart/charts/kid/Chart.yaml", kKid);
  bench.Add("chart/charts/kid/values.yaml", kid_values);
  return bench;
}

constexpr std::string_view kListed = "dependencies: [{name: kid, version: 1.0.0, condition: kid.enabled}]\n";

TEST(CoalesceTest, NullsDeleteByTheirDepth) {
  Sandbox bench;
  bench.Add("chart/Chart.yaml", kChart);
  bench.Add("chart/values.yaml", "k: null\nm: {a: null, b: 1}\nd: 1\n");
  EXPECT_EQ(bench.Compute(Set("k=null,m.a=null,m.b=null,d=null,new=null,q.r=null")),
            R"({"m":{"a":null},"new":null,"q":{"r":null}})");
}

TEST(CoalesceTest, LintUndoesNulls) {
  Sandbox bench;
  bench.Add("chart/Chart.yaml", kChart);
  bench.Add("chart/values.yaml", "a: 1\nm: {b: 2}\n");
  EXPECT_EQ(bench.Compute(Set("a=null,m.b=null"), HelmOperation::kLint), R"({"a":1,"m":{"b":2}})");
}

TEST(CoalesceTest, FilesReplaceWithNullsToo) {
  Sandbox bench;
  bench.Add("chart/Chart.yaml", kChart);
  bench.Add("one.yaml", "m: {a: 1, b: 2}\nl: [1, 2]\n");
  bench.Add("two.yaml", "m: {b: null}\nl: [3]\n---\nl: [4]\n");
  EXPECT_EQ(bench.Compute({{"one.yaml", "two.yaml"}, {}}), R"({"l":[3],"m":{"a":1,"b":null}})");
  EXPECT_THAT(bench.Findings(), testing::HasSubstr("Helm reads only the first document"));
}

TEST(CoalesceTest, SubchartsGetTheirPartAndGlobals) {
  Sandbox bench;
  WithKid(bench, "", "global: {g: 1}\nkid: {a: 2}\n", "a: 1\nb: 1\n");
  EXPECT_EQ(bench.Compute({}), R"({"global":{"g":1},"kid":{"a":2,"b":1,"global":{"g":1}}})");
}

TEST(CoalesceTest, ANullOfAGlobalReachesListedSubchartsHalf) {
  Sandbox listed;
  WithKid(listed, kListed, "global: {a: 1}\n", "");
  EXPECT_EQ(listed.Compute(Set("global.a=null")), R"({"global":{},"kid":{"global":{"a":1}}})");
  Sandbox unlisted;
  WithKid(unlisted, "", "global: {a: 1}\n", "");
  EXPECT_EQ(unlisted.Compute(Set("global.a=null")), R"({"global":{},"kid":{"global":{}}})");
}

TEST(CoalesceTest, ConditionsAreReadFromTheCoalescedValues) {
  Sandbox bench;
  WithKid(bench, kListed, "kid: {x: 1}\n", "enabled: false\nz: 2\n");
  EXPECT_EQ(bench.Compute({}), R"({"kid":{"x":1}})");
  EXPECT_EQ(bench.Compute(Set("kid.enabled=true")), R"({"kid":{"enabled":true,"global":{},"x":1,"z":2}})");
}

TEST(CoalesceTest, TheValuesOfASubchartAreAMap) {
  Sandbox bench;
  WithKid(bench, "", "", "a: 1\n");
  EXPECT_EQ(bench.Compute(Set("kid=5")), "refused");
  EXPECT_THAT(bench.Findings(),
              testing::HasSubstr("`kid` is the key of a subchart's values and must be a map"));
}

TEST(CoalesceTest, ImportsLieBelowTheParentsDefaultsWithoutTheUser) {
  Sandbox bench;
  WithKid(bench, "dependencies: [{name: kid, version: 1.0.0, import-values: [{child: k, parent: imp}]}]\n",
          "", "k: {b: 2}\n");
  EXPECT_EQ(bench.Compute(Set("kid.k.b=5")), R"({"imp":{"b":2},"kid":{"global":{},"k":{"b":5}}})");
}

TEST(CoalesceTest, TwoImportsIntoOnePlaceLeakIntoTheSubchart) {
  Sandbox bench;
  WithKid(bench,
          "dependencies: [{name: kid, version: 1.0.0, import-values: [{child: k, parent: imp},"
          " {child: j, parent: imp}]}]\n",
          "", "k: {a: 1}\nj: {a: 2, b: 3}\n");
  EXPECT_EQ(bench.Compute({}),
            R"({"imp":{"a":1,"b":3},"kid":{"global":{},"j":{"a":2,"b":3},"k":{"a":1,"b":3}}})");
}

TEST(CoalesceTest, OfTwoAliasesOfAChartTheFirstImports) {
  Sandbox bench;
  bench.Add("chart/Chart.yaml", std::string(kChart) +
                                    "dependencies: [{name: kid, version: 1.0.0, alias: one}, "
                                    "{name: kid, version: 1.0.0, alias: two}]\n");
  bench.Add("chart/charts/kid/Chart.yaml",
            std::string(kKid) + "dependencies: [{name: in, version: 1.0.0, import-values: [d]}]\n");
  bench.Add("chart/charts/kid/charts/in/Chart.yaml", "apiVersion: v2\nname: in\nversion: 1.0.0\n");
  bench.Add("chart/charts/kid/charts/in/values.yaml", "exports: {d: {a: 1}}\n");
  constexpr char kIn[] = R"("global":{},"in":{"exports":{"d":{"a":1}},"global":{}})";
  EXPECT_EQ(bench.Compute({}), std::string(R"({"one":{"a":1,)") + kIn + R"(},"two":{)" + kIn + "}}");
}

TEST(CoalesceTest, AnAliasIsTheKey) {
  Sandbox bench;
  WithKid(bench, "dependencies: [{name: kid, version: 1.0.0}, {name: kid, version: 1.0.0, alias: twin}]\n",
          "twin: {a: 2}\n", "a: 1\n");
  EXPECT_EQ(bench.Compute({}), R"({"kid":{"a":1,"global":{}},"twin":{"a":2,"global":{}}})");
}

TEST(CoalesceTest, OfChartsOfOneNameTheFirstInRangeCounts) {
  Sandbox bench;
  bench.Add("chart/Chart.yaml", std::string(kChart) +
                                    "dependencies: [{name: kid, version: 2.x, alias: two}, "
                                    "{name: kid, version: 1.x}]\n");
  for (const char* version : {"1.0.0", "2.0.0", "2.1.0", "3.0.0"}) {
    const std::string directory = std::string("chart/charts/of-") + version;
    bench.Add(directory + "/Chart.yaml",
              std::string("apiVersion: v2\nname: kid\nversion: ") + version + "\n");
    bench.Add(directory + "/values.yaml", std::string("v: 'of ") + version + "'\n");
  }
  // A subchart whose version matches no dependency keeps its name and comes before the listed dependencies.
  EXPECT_EQ(bench.Compute({}), R"({"kid":{"global":{},"v":"of 3.0.0"},"two":{"global":{},"v":"of 2.0.0"}})");
}

TEST(CoalesceTest, ConflictsOfKindsAreReported) {
  Sandbox bench;
  bench.Add("chart/Chart.yaml", kChart);
  bench.Add("chart/values.yaml", "m: {b: {c: 1}, s: 1}\n");
  EXPECT_EQ(bench.Compute(Set("m.b=1,m.s.x=2")), R"({"m":{"b":1,"s":{"x":2}}})");
  EXPECT_EQ(bench.Findings(),
            "this is an integer, but the default of the chart is a map\n"
            "this is a map, but the default of the chart is an integer\n");
}

TEST(CoalesceTest, NumbersAreFloatsKeysAreStrings) {
  Sandbox bench;
  bench.Add("chart/Chart.yaml", kChart);
  bench.Add("v.yaml",
            "a: 9007199254740993\nb: 0777\nc: 1e3\nd: yes\n1: x\nyes: w\n1.5: z\ne: 1e400\nf: 1_000\n");
  EXPECT_EQ(bench.Compute({{"v.yaml"}, {}}),
            R"({"1":"x","1.5":"z","a":9007199254740992,"b":511,"c":1000,"d":true,"e":"1e400","f":1000,)"
            R"("true":"w"})");
}

TEST(CoalesceTest, WhatHelmRefusesIsRefused) {
  for (const char* text : {"a: .inf", "a: .nan", "- 1", "text", "null: 1", "[a]: 1", "a: [", "a: &x [*y]"}) {
    Sandbox bench;
    bench.Add("chart/Chart.yaml", kChart);
    bench.Add("v.yaml", text);
    EXPECT_EQ(bench.Compute({{"v.yaml"}, {}}), "refused") << text;
    EXPECT_NE(bench.Findings(), "") << text;
  }
}

TEST(TableArenaTest, WhatChartsGetFromOthersHasAnEnd) {
  Arena arena;
  TableArena forest(&arena);
  forest.Count(4'000'000);
  EXPECT_THROW(forest.Count(1), BudgetExhausted);
}

}  // namespace
}  // namespace kval::helm
