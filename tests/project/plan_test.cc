#include "src/project/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/diag/collector.h"
#include "src/project/affected.h"

namespace kval::project {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Project {
  source::MemoryFileReader reader;
  Declaration declaration;
  diag::Collector findings;

  explicit Project(const std::vector<std::string>& files) {
    for (const std::string& file : files) {
      reader.Add("p/" + file, "");
    }
  }

  static std::vector<LocatedString> Strings(const std::vector<std::string>& strings) {
    std::vector<LocatedString> result;
    for (const std::string& text : strings) {
      result.push_back({text, {}});
    }
    return result;
  }

  void Set(const std::string& name, const std::vector<std::string>& schema,
           const std::vector<std::string>& values) {
    CheckDeclaration group;
    group.name.text = name;
    group.schema = Strings(schema);
    group.values = Strings(values);
    declaration.groups.push_back(std::move(group));
  }

  void Each(const std::vector<std::string>& schema, const std::vector<std::string>& files) {
    CheckDeclaration group;
    group.is_documents = true;
    group.schema = Strings(schema);
    group.files = Strings(files);
    declaration.groups.push_back(std::move(group));
  }

  // Returns "name (label): schema | values | file" for each check.
  std::vector<std::string> Planned(const std::vector<std::string>& exclude = {}) {
    std::vector<std::string> lines;
    for (const Check& check : Checks(exclude)) {
      std::string line = check.label + ":";
      for (const std::string& path : check.schema) {
        line += " " + path;
      }
      line += " |";
      for (const std::string& path : check.values) {
        line += " " + path;
      }
      lines.push_back(line + (check.file.empty() ? "" : " | " + check.file));
    }
    return lines;
  }

  std::vector<Check> Checks(const std::vector<std::string>& exclude = {}, uint64_t most = Limits().files) {
    diag::Emitter emit(&findings);
    const ProjectLocation location{"p/.kval.yaml", "p/", {}};
    ProjectFiles tree(reader, location, ReadGlobs(Strings(exclude), emit));
    return Plan(declaration, tree, emit, most);
  }

  std::vector<std::string> Messages() const {
    std::vector<std::string> messages;
    for (const diag::Diagnostic& finding : findings.diagnostics()) {
      messages.push_back(finding.message + (finding.hint.empty() ? "" : "; " + finding.hint));
    }
    return messages;
  }
};

TEST(Plan, MakesACheckForEachEnvironment) {
  Project project({"s.yml", "v.yml", "envs/prod.yml", "envs/test.yml", "envs/readme.md"});
  project.Set("a", {"s.yml"}, {"v.yml", "envs/{env}.yml"});
  EXPECT_THAT(project.Planned(),
              ElementsAre("env=prod: s.yml | v.yml envs/prod.yml", "env=test: s.yml | v.yml envs/test.yml"));
}

TEST(Plan, ANameGoesTogetherOverPaths) {
  Project project({"s.yml", "envs/prod/a.yml", "envs/prod/b.yml", "envs/test/a.yml", "envs/dev/b.yml"});
  project.Set("a", {"s.yml"}, {"envs/{env}/a.yml", "envs/{env}/b.yml"});
  EXPECT_THAT(project.Planned(), ElementsAre("env=dev: s.yml | envs/dev/b.yml",
                                             "env=prod: s.yml | envs/prod/a.yml envs/prod/b.yml",
                                             "env=test: s.yml | envs/test/a.yml"));
}

TEST(Plan, SeveralDeepPartsComeToEachPlaceOnce) {
  std::string directory;
  std::string pattern;
  for (int i = 0; i < 60; ++i) {
    directory += "d/";
    pattern += i % 2 == 0 ? "**/" : "*/";
  }
  Project project({"s.yml", directory + "v.yml"});
  project.Set("a", {"s.yml"}, {pattern + "v.yml"});
  EXPECT_THAT(project.Planned(), ElementsAre(": s.yml | " + directory + "v.yml"));
  Project alone({"s.yml", directory + "v.yml"});
  std::string deep;
  for (int i = 0; i < 100'000; ++i) {
    deep += "**/";
  }
  alone.Set("a", {"s.yml"}, {deep + "v.yml"});
  EXPECT_THAT(alone.Planned(), ElementsAre(": s.yml | " + directory + "v.yml"));
}

TEST(Plan, IndependentNamesMakeAMatrix) {
  Project project({"s.yml", "envs/p.yml", "envs/t.yml", "sizes/l.yml", "sizes/s.yml"});
  project.Set("a", {"s.yml"}, {"envs/{env}.yml", "sizes/{size}.yml"});
  EXPECT_THAT(project.Planned(), ElementsAre("env=p, size=l: s.yml | envs/p.yml sizes/l.yml",
                                             "env=p, size=s: s.yml | envs/p.yml sizes/s.yml",
                                             "env=t, size=l: s.yml | envs/t.yml sizes/l.yml",
                                             "env=t, size=s: s.yml | envs/t.yml sizes/s.yml"));
}

TEST(Plan, PairsThatExist) {
  Project project({"c/a/s.yml", "c/b/s.yml", "c/a/v.yml", "c/b/v.yml", "e/prod/a.yml", "e/test/b.yml"});
  project.Set("x", {"c/{chart}/s.yml"}, {"c/{chart}/v.yml", "e/{env}/{chart}.yml"});
  EXPECT_THAT(project.Planned(), ElementsAre("chart=a, env=prod: c/a/s.yml | c/a/v.yml e/prod/a.yml",
                                             "chart=b, env=test: c/b/s.yml | c/b/v.yml e/test/b.yml"));
}

TEST(Plan, ReportsMissingSchemas) {
  Project project({"c/a/s.yml", "c/a/v.yml", "c/b/v.yml"});
  project.Set("x", {"c/{chart}/s.yml"}, {"c/{chart}/v.yml"});
  EXPECT_THAT(project.Planned(), ElementsAre("chart=a: c/a/s.yml | c/a/v.yml"));
  EXPECT_THAT(project.Messages(), ElementsAre("`c/{chart}/s.yml` names nothing for chart=b"));
}

TEST(Plan, APatternOfChartsFindsTheirDirectories) {
  Project project({"c/a/Chart.yaml", "c/b/Chart.yaml", "c/none/values.yaml", "c/p-1.tgz", "e/a.yml"});
  for (const char* chart : {"c/{app}", "c/{app}/Chart.yaml", "c/{app}.tgz", "c/a"}) {
    CheckDeclaration group;
    group.name.text = chart;
    group.chart = {chart, {}};
    project.declaration.groups.push_back(std::move(group));
  }
  std::vector<std::string> charts;
  for (const Check& check : project.Checks()) {
    charts.push_back(check.Display() + ": " + check.chart);
  }
  EXPECT_THAT(charts,
              ElementsAre("c/{app} (app=a): c/a", "c/{app} (app=b): c/b", "c/{app}/Chart.yaml (app=a): c/a",
                          "c/{app}/Chart.yaml (app=b): c/b", "c/{app}.tgz (app=p-1): c/p-1.tgz", "c/a: c/a"));
}

TEST(Plan, DocumentsAreTakenOnceAndNeverTheSchema) {
  Project project({"s.yml", "a.yml", "b/c.yaml", "b/d.txt", ".git/x.yml", "old/e.yml"});
  project.Each({"s.yml"}, {"**/*.{yml,yaml}", "a.yml"});
  EXPECT_THAT(project.Planned({"old"}), ElementsAre(": s.yml | | a.yml", ": s.yml | | b/c.yaml"));
}

TEST(Plan, RejectsTooManyChecks) {
  Project project({"s.yml", "a.yml", "b.yml", "c.yml"});
  for (int i = 0; i < 1000; ++i) {
    project.Each({"s.yml"}, {"{a,b,c}.yml"});
  }
  EXPECT_TRUE(project.Checks({}, 100).empty());
  EXPECT_THAT(project.Messages(),
              ElementsAre("the project expands to more than 100 checks; `--limit files=N` allows more"));
}

TEST(Plan, ReportsUnmatchedPathsWithSuggestions) {
  Project project({"schema.yml", "envs/prod.yml"});
  project.Set("a", {"schem.yml"}, {"env/prod.yml", "x/{y}.yml"});
  EXPECT_THAT(project.Planned(), IsEmpty());
  EXPECT_THAT(project.Messages(), ElementsAre("`schem.yml` names nothing; did you mean `schema.yml`?",
                                              "`env/prod.yml` names nothing; did you mean `envs/prod.yml`?",
                                              "`x/{y}.yml` names nothing"));
}

TEST(AffectedChecks, FilesDirectoriesAndWhatNobodyNames) {
  Project project({"s.yml", "v.yml", "envs/prod.yml", "envs/test.yml", "t.yml", "w/x.yml"});
  project.Set("a", {"s.yml"}, {"v.yml", "envs/{env}.yml"});
  project.Set("b", {"t.yml"}, {"w"});
  const std::vector<Check> checks = project.Checks();
  const auto chosen = [&](const std::string& path) {
    const AffectedChecks affected = FindAffectedChecks({path}, checks);
    std::string text;
    for (size_t i = 0; i < checks.size(); ++i) {
      text += affected.is_affected[i] ? "+" : "-";
    }
    return text + (affected.unclaimed.empty() ? "" : " unclaimed");
  };
  EXPECT_EQ(chosen("s.yml"), "++-");
  EXPECT_EQ(chosen("envs/test.yml"), "-+-");
  EXPECT_EQ(chosen("envs"), "++-");
  EXPECT_EQ(chosen("w/x.yml"), "--+");
  EXPECT_EQ(chosen("w"), "--+");
  EXPECT_EQ(chosen("env"), "--- unclaimed");
  EXPECT_EQ(chosen("other.yml"), "--- unclaimed");
}

}  // namespace
}  // namespace kval::project
