#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/helm/archive.h"
#include "tests/helm/packed.h"
#include "tests/helm/workbench.h"

namespace kval::helm {
namespace {

constexpr char kChart[] = "apiVersion: v2\nname: c\nversion: 1.0.0\n";
constexpr char kKid[] = "apiVersion: v2\nname: kid\nversion: 1.0.0\n";

TEST(ChartTest, ArchivesInTheDirectoryAndTheChartItself) {
  const std::string kid = Packed({{"kid/Chart.yaml", kKid}, {"kid/values.yaml", "a: 1\n"}});
  Sandbox directory;
  directory.Add("chart/Chart.yaml", kChart);
  directory.Add("chart/charts/kid-1.0.0.tgz", kid);
  EXPECT_EQ(directory.Compute({}), R"({"kid":{"a":1,"global":{}}})");
  Sandbox packed;
  packed.Add("chart", Packed({{"c/Chart.yaml", kChart}, {"c/charts/kid-1.0.0.tgz", kid}}));
  EXPECT_EQ(packed.Compute({}), R"({"kid":{"a":1,"global":{}}})") << packed.Findings();
}

TEST(ChartTest, WhatHelmCannotLoadIsRefused) {
  const struct {
    const char* chart_file;
    const char* message;
  } kCases[] = {
      {"name: [a]\nversion: 1.0.0\n", "`name` of a chart must be a string"},
      {"apiVersion: v2\nversion: 1.0.0\n", "Chart.yaml has no `name`"},
      {"apiVersion: v2\nname: c\n", "Chart.yaml has no `version`"},
      {"apiVersion: v2\nname: c\nversion: one\n", "`one` is not a version"},
      {"apiVersion: v2\nname: a/b\nversion: 1.0.0\n", "`a/b` is not a name"},
      {"apiVersion: v2\nname: c\nversion: 1.0.0\ntype: service\n", "`service` is not a type"},
      {"apiVersion: v2\nname: c\nversion: 1.0.0\ndependencies: [{name: a}, {name: a}]\n",
       "two dependencies have the name or alias `a`"},
      {"apiVersion: v2\nname: c\nversion: 1.0.0\ndependencies: [{name: a, alias: b.c}]\n",
       "`b.c` is not a alias"},
      {"apiVersion: v2\nname: c\nversion: 1.0.0\nkeywords: one\n", "`keywords` of a chart must be a list"},
  };
  for (const auto& one : kCases) {
    Sandbox bench;
    bench.Add("chart/Chart.yaml", one.chart_file);
    EXPECT_EQ(bench.Load(), nullptr) << one.chart_file;
    EXPECT_THAT(bench.Findings(), testing::HasSubstr(one.message));
  }
}

TEST(ChartTest, FieldsAreReadAsGoReadsThem) {
  Sandbox bench;
  bench.Add("chart/Chart.yaml", "apiVersion: v2\nNAME: 7\nversion: 1.0\nannotations: {a: true}\n");
  const Chart* chart = bench.Load();
  ASSERT_NE(chart, nullptr) << bench.Findings();
  EXPECT_EQ(chart->name(), "7");
  EXPECT_EQ(chart->metadata.version, "1");
}

TEST(ChartTest, AStrayFileInChartsIsNoChart) {
  Sandbox bench;
  bench.Add("chart/Chart.yaml", kChart);
  bench.Add("chart/charts/README.md", "");
  EXPECT_EQ(bench.Load(), nullptr);
  Sandbox hidden;
  hidden.Add("chart/Chart.yaml", kChart);
  hidden.Add("chart/charts/_kid/values.yaml", "a: [");
  hidden.Add("chart/charts/.kid/x", "");
  EXPECT_NE(hidden.Load(), nullptr) << hidden.Findings();
}

TEST(ChartTest, AFileOfTheDirectoryThatIsTooLargeIsRefusedWhateverItIsFor) {
  const auto size_of = [](const std::string& path) {
    return std::optional<uint64_t>(path.ends_with("just.txt") ? kMaxFileBytes : kMaxFileBytes + 1);
  };
  for (const char* name : {"README.md", "files/big.bin", "templates/a.yaml"}) {
    Sandbox bench;
    bench.size_of = [&](const std::string& path) {
      return path.ends_with(name) ? size_of(path) : std::optional<uint64_t>(1);
    };
    bench.Add("chart/Chart.yaml", kChart);
    bench.Add("chart/" + std::string(name), "");
    EXPECT_EQ(bench.Load(), nullptr) << name;
    EXPECT_THAT(bench.Findings(), testing::HasSubstr("is larger than 5 MiB, which is Helm's limit"));
  }
  Sandbox ignored;
  ignored.Add("chart/Chart.yaml", kChart);
  ignored.Add("chart/.helmignore", "*.bin\n");
  ignored.Add("chart/files/big.bin", "");
  ignored.Add("chart/files/just.txt", "");
  ignored.size_of = [&](const std::string& path) {
    return path.find("/files/") != std::string::npos ? size_of(path) : std::optional<uint64_t>(1);
  };
  EXPECT_NE(ignored.Load(), nullptr) << ignored.Findings();
}

TEST(ChartTest, OldChartsHaveRequirements) {
  Sandbox bench;
  bench.Add("chart/Chart.yaml", "name: c\nversion: 1.0.0\n");
  bench.Add("chart/requirements.yaml", "dependencies: [{name: kid, version: '*', alias: x}]\n");
  bench.Add("chart/charts/kid/Chart.yaml", kKid);
  EXPECT_EQ(bench.Compute({}), R"({"x":{"global":{}}})") << bench.Findings();
}

}  // namespace
}  // namespace kval::helm
