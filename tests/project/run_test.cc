// Random projects: findings depend neither on the number of threads nor on sharing of schemas, and path
// arguments select the checks that read these files.
#include "src/project/run.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <set>

#include "src/driver/pipeline.h"
#include "src/project/plan.h"

namespace kval::project {
namespace {

constexpr const char* kSchemas[] = {
    "#@data/values-schema\n---\nname: \"\"\n#@schema/validation min=1\nreplicas: 1\nlist:\n- 0\n",
    "#@data/values-schema\n---\n#@schema/validation (\"even\", lambda v: v % 2 == 0)\nreplicas: 2\nname: "
    "\"\"\n"
    "list:\n- 0\n",
    "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"type\": \"object\", \"properties\": "
    "{\"name\": {\"type\": \"string\"}, \"replicas\": {\"type\": \"integer\", \"minimum\": 1}}}\n",
    "schema Values:\n    name: str = \"\"\n    replicas: int = 1\n    list: [int] = []\n    check:\n"
    "        replicas > 0\n",
};
constexpr const char* kSchemaNames[] = {"a.yml", "b.yml", "c.schema.json", "d.k"};
constexpr const char* kStrings[] = {"name: x\n",
                                    "replicas: 4\n",
                                    "name: y\nreplicas: 2\n",
                                    "list: [1, 2]\n",
                                    "replicas: 0\n",
                                    "replicas: 3\n",
                                    "nam: x\n",
                                    "list: [1, x]\n",
                                    "replicas: many\nname: 1\n",
                                    "a: [\n",
                                    "#@data/values\n---\nreplicas: 3\n",
                                    "",
                                    "name: a\n---\nreplicas: -1\n",
                                    "name: a\n---\nreplicas: 6\n",
                                    "# nothing\n",
                                    "null\n",
                                    "- 1\n",
                                    "kind: CustomResourceDefinition\napiVersion: apiextensions.k8s.io/v1\n",
                                    "&a name: *a\n",
                                    "#@data/values-schema\n---\nreplicas: 1\n",
                                    "# yaml-language-server: $schema=c.schema.json\nname: yes\n",
                                    "name: yes\n",
                                    "name: on\nreplicas: 0o2\n",
                                    "# @data/values\n---\nname: x\n",
                                    "replicas: 0\nname: 5\nlist: [1]\n",
                                    "#@overlay/match missing_ok=True\nnew: 1\nreplicas: #@ 1 + 1\n",
                                    "name: \"1\"\nreplicas: null\n",
                                    "list:\n- 1\n- a: 1\n"};

struct Sample {
  source::MemoryFileReader reader;
  Declaration declaration;

  explicit Sample(unsigned seed) {
    std::mt19937 random(seed);
    const auto some = [&](const auto& list) { return list[random() % std::size(list)]; };
    for (size_t i = 0; i < std::size(kSchemas); ++i) {
      reader.Add(std::string("p/") + kSchemaNames[i], kSchemas[i]);
    }
    for (int set = 0; set < 4; ++set) {
      const std::string dir = "set" + std::to_string(set);
      reader.Add("p/" + dir + "/base.yml", some(kStrings));
      for (const char* env : {"dev", "prod", "test"}) {
        reader.Add("p/" + dir + "/" + env + ".env.yml", some(kStrings));
      }
      CheckDeclaration group;
      group.name.text = dir;
      group.schema = {{some(kSchemaNames), {}}};
      group.values = {{dir + "/base.yml", {}}, {dir + "/{env}.env.yml", {}}};
      declaration.groups.push_back(group);
    }
    CheckDeclaration each;
    each.is_documents = true;
    each.schema = {{some(kSchemaNames), {}}};
    each.files = {{"set*/*.env.yml", {}}};
    declaration.groups.push_back(each);
  }
};

const ProjectLocation kHere{"p/.kval.yaml", "p/", {}};

// Separates the part of a line that depends on the set. If several sets have the same finding at one place,
// kval reports the finding of the first set.
constexpr std::string_view kWhole = " || ";

std::string Line(const diag::Diagnostic& finding, const source::SourceMap& sources) {
  std::string place = "-";
  if (const source::Span at = finding.labels.front().span; at.has_value()) {
    const source::SourceFile& file = sources.FileOf(at);
    const source::LineColumn where = file.Locate(at.begin);
    place = file.name() + ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
  }
  std::string rest = finding.message + std::string(kWhole) + finding.hint + " | " + finding.expected;
  for (const std::string& note : finding.notes) {
    rest += " | " + note;
  }
  for (const diag::Label& label : finding.labels) {
    const bool has_place = label.span.has_value() && sources.Contains(label.span);
    rest += " | " + (has_place ? std::string(sources.Text(label.span)) : "-") + " " + label.text;
  }
  return place + " " + diag::CodeOf(finding.kind) + " " + diag::Display(finding.path) + " " + rest;
}

std::vector<std::string> Findings(const driver::Session& session) {
  std::vector<std::string> lines;
  for (const diag::Diagnostic& finding : session.findings.Sorted()) {
    lines.push_back(Line(finding, session.sources));
  }
  return lines;
}

std::vector<Check> Checks(Sample& sample, driver::Session& session) {
  ProjectFiles tree(sample.reader, kHere, {});
  return Plan(sample.declaration, tree, session.emit);
}

std::vector<std::string> FoundBy(Sample& sample, size_t jobs, const std::vector<std::string>& paths = {}) {
  driver::Session session;
  const std::vector<Check> checks = Checks(sample, session);
  RunOptions options;
  options.base.unchecked = driver::UncheckedPolicy::kError;
  options.jobs = jobs;
  options.has_paths = !paths.empty();
  options.paths = paths;
  project::Run(checks, kHere, options, sample.reader, session);
  return Findings(session);
}

// Reference implementation: one run for each set, without threads and sharing.
std::set<std::string> FoundOneByOne(Sample& sample, const std::string& path = {}) {
  driver::Session planned;
  std::set<std::string> all;
  for (const Check& check : Checks(sample, planned)) {
    driver::DriverOptions options;
    options.unchecked = driver::UncheckedPolicy::kError;
    bool is_requested = path.empty();
    for (const std::vector<std::string>* paths : {&check.schema, &check.values}) {
      for (const std::string& file : *paths) {
        options.inputs.push_back({"p/" + file, {}, driver::InputRole::kAuto});
        is_requested = is_requested || file == path;
      }
    }
    if (!check.file.empty() || !is_requested) {
      continue;
    }
    driver::Session session;
    driver::Run(options, sample.reader, session);
    for (const std::string& line : Findings(session)) {
      all.insert(line);
    }
  }
  return all;
}

TEST(ProjectRun, DoesNotDependOnThreads) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Sample one(seed), many(seed);
    EXPECT_EQ(FoundBy(one, 1), FoundBy(many, 4)) << seed;
  }
}

std::set<std::string> Short(const std::set<std::string>& lines) {
  std::set<std::string> places;
  for (const std::string& line : lines) {
    places.insert(line.substr(0, line.find(kWhole)));
  }
  return places;
}

void ExpectThose(const std::vector<std::string>& found, const std::set<std::string>& apart, unsigned seed) {
  const std::set<std::string> all(found.begin(), found.end());
  EXPECT_EQ(Short(all), Short(apart)) << seed;
  for (const std::string& line : all) {
    EXPECT_EQ(apart.count(line), 1U) << seed << ": " << line;
  }
}

// Counts the reads of one file.
class CountingReader final : public source::FileReader {
 public:
  CountingReader(source::FileReader& reader, std::string counted)
      : reader_(reader), counted_(std::move(counted)) {}

  source::PathKind KindOf(const std::string& path) override { return reader_.KindOf(path); }
  Result<std::string> Read(const std::string& path) override {
    count_ += path == counted_;
    return reader_.Read(path);
  }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    count_ += path == counted_;
    return reader_.ReadBelow(directory, path);
  }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    return reader_.List(directory);
  }
  source::Tree Walk(const std::string& directory) override { return reader_.Walk(directory); }
  Result<std::string> RealPath(const std::string& path) override { return reader_.RealPath(path); }

  size_t count() const { return count_; }

 private:
  source::FileReader& reader_;
  std::string counted_;
  std::atomic<size_t> count_ = 0;
};

TEST(ProjectRun, CompilesTheSchemaOfAMatrixOnce) {
  Sample sample(0);
  sample.declaration.groups.clear();
  for (const char* schema : kSchemaNames) {
    CheckDeclaration group;
    group.name.text = schema;
    group.schema = {{schema, {}}};
    group.values = {{"good/{env}.yml", {}}};
    sample.declaration.groups.push_back(group);
  }
  for (const char* env : {"dev", "prod", "stage", "test"}) {
    sample.reader.Add(std::string("p/good/") + env + ".yml", "name: x\nreplicas: 4\n");
  }
  for (const char* schema : kSchemaNames) {
    CountingReader reader(sample.reader, std::string("p/") + schema);
    driver::Session session;
    const std::vector<Check> checks = Checks(sample, session);
    RunOptions options;
    options.base.unchecked = driver::UncheckedPolicy::kError;
    options.jobs = 3;
    const RunResult result = project::Run(checks, kHere, options, reader, session);
    EXPECT_EQ(Findings(session), std::vector<std::string>());
    EXPECT_EQ(result.check_count, 16U);
    EXPECT_EQ(result.file_count, 8U);
    // The loader of KCL reads a program a second time.
    EXPECT_EQ(reader.count(), std::string(schema) == "d.k" ? 2U : 1U) << schema;
  }
}

TEST(ProjectRun, FindsWhatRunsOfTheirOwnFind) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    Sample sample(seed);
    sample.declaration.groups.pop_back();
    const std::vector<std::string> found = FoundBy(sample, 2);
    ExpectThose(found, FoundOneByOne(sample), seed);
    const std::string path = "set" + std::to_string(seed % 4) + "/base.yml";
    const std::vector<std::string> chosen = FoundBy(sample, 2, {path});
    ExpectThose(chosen, FoundOneByOne(sample, path), seed);
  }
}

}  // namespace
}  // namespace kval::project
