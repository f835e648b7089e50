// The checks of a project report the same findings together as each check alone. Covers the projects of
// testdata, and projects built from its other cases, whose sets share one schema.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <new>
#include <set>
#include <sstream>

#include "src/project/load.h"
#include "src/project/plan.h"
#include "src/project/run.h"

namespace kval::project {
namespace {

namespace fs = std::filesystem;

const fs::path kTestdata = KVAL_TESTDATA;

// Returns every finding with place and message, without the details that depend on one of several sets.
std::set<std::string> Found(const std::vector<Check>& checks, const ProjectLocation& location,
                            RunOptions options) {
  source::DiskFileReader reader;
  driver::Session session;
  options.base.unchecked = driver::UncheckedPolicy::kError;
  options.read_flags = [](const auto&, driver::DriverOptions&, std::string&) { return true; };
  try {
    project::Run(checks, location, options, reader, session);
  } catch (const std::bad_alloc&) {
    return {"exhausted"};
  }
  std::set<std::string> lines;
  for (const diag::Diagnostic& finding : session.findings.Sorted()) {
    std::string place = "-";
    if (const source::Span at = finding.labels.front().span; at.has_value() && session.sources.Contains(at)) {
      const source::SourceFile& file = session.sources.FileOf(at);
      place = file.name() + ":" + std::to_string(at.begin - file.base());
    }
    lines.insert(place + " " + diag::CodeOf(finding.kind) + " " + diag::Display(finding.path) + " " +
                 finding.message);
  }
  return lines;
}

void ExpectAlike(const Declaration& declaration, const ProjectLocation& location, const std::string& what) {
  source::DiskFileReader reader;
  driver::Session session;
  ProjectFiles tree(reader, location, {});
  const std::vector<Check> checks = Plan(declaration, tree, session.emit);
  RunOptions options;
  options.jobs = 2;
  std::set<std::string> apart;
  for (const Check& check : checks) {
    apart.merge(Found({check}, location, options));
  }
  if (apart.count("exhausted") != 0) {
    apart = {"exhausted"};
  }
  EXPECT_EQ(Found(checks, location, options), apart) << what;
}

// Returns the files that a case's command line passes with -f.
std::vector<std::string> InputsOf(const fs::path& args) {
  std::ifstream file(args);
  std::vector<std::string> inputs;
  std::string word, before;
  while (file >> word) {
    if ((before == "-f" || before == "--file") && word != "-" &&
        fs::is_regular_file(args.parent_path() / word)) {
      inputs.push_back(word);
    }
    before = word;
  }
  return inputs;
}

CheckDeclaration SetOf(const std::string& name, const std::vector<std::string>& files) {
  CheckDeclaration group;
  group.name.text = name;
  group.schema = {{files.front(), {}}};
  for (size_t i = 1; i < files.size(); ++i) {
    group.values.push_back({files[i], {}});
  }
  return group;
}

TEST(ProjectsOfTestdata, FindWhatTheirChecksFindAlone) {
  size_t count = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kTestdata)) {
    const std::string name = entry.path().filename().string();
    if (name != ".kval.yaml" && name != "kval.yaml") {
      continue;
    }
    const ProjectLocation location = LocationOf(entry.path().string(), {});
    source::DiskFileReader reader;
    driver::Session session;
    if (const std::optional<Loaded> loaded = Load(location, reader, session)) {
      ExpectAlike(loaded->declaration, location, entry.path().string());
      ++count;
    }
  }
  EXPECT_GT(count, 30U);
}

TEST(SetsOfOneSchema, FindWhatTheyFindAlone) {
  size_t count = 0;
  for (const char* directory : {"check", "schema", "kcl", "merge", "json_schema", "seed", "rules"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kTestdata / directory)) {
      if (entry.path().filename() != "args") {
        continue;
      }
      const std::vector<std::string> files = InputsOf(entry.path());
      if (files.size() < 2) {
        continue;
      }
      Declaration declaration;
      declaration.groups = {SetOf("all", files), SetOf("again", files),
                            SetOf("last", {files.front(), files.back()})};
      ExpectAlike(declaration, LocationOf((entry.path().parent_path() / ".kval.yaml").string(), {}),
                  entry.path().string());
      ++count;
    }
  }
  EXPECT_GT(count, 200U);
}

}  // namespace
}  // namespace kval::project
