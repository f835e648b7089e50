// Random projects: what is found does not depend on the number of threads, nor on whether schemas are
// shared, and paths choose the checks that read them.
#include "src/project/run.h"

#include <gtest/gtest.h>

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
constexpr const char* kTexts[] = {"name: x\n",      "replicas: 0\n",
                                  "replicas: 3\n",  "nam: x\n",
                                  "list: [1, x]\n", "replicas: many\nname: 1\n",
                                  "a: [\n",         "#@data/values\n---\nreplicas: 3\n"};

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
      const std::string folder = "set" + std::to_string(set);
      reader.Add("p/" + folder + "/base.yml", some(kTexts));
      for (const char* env : {"dev", "prod", "test"}) {
        reader.Add("p/" + folder + "/" + env + ".env.yml", some(kTexts));
      }
      Group group;
      group.name.text = folder;
      group.schema = {{some(kSchemaNames), {}}};
      group.values = {{folder + "/base.yml", {}}, {folder + "/{env}.env.yml", {}}};
      declaration.groups.push_back(group);
    }
    Group each;
    each.is_each = true;
    each.schema = {{some(kSchemaNames), {}}};
    each.files = {{"set*/*.env.yml", {}}};
    declaration.groups.push_back(each);
  }
};

const Location kHere{"p/.kval.yaml", "p/", {}};

std::string Line(const diag::Diagnostic& finding, const source::SourceMap& sources) {
  std::string place = "-";
  if (const source::Span at = finding.labels.front().span; at.has_value()) {
    const source::SourceFile& file = sources.FileOf(at);
    const source::LineColumn where = file.Locate(at.begin);
    place = file.name() + ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
  }
  return place + " " + diag::CodeOf(finding.kind) + " " + diag::Display(finding.path) + " " + finding.message;
}

std::vector<std::string> Findings(const driver::Session& session) {
  std::vector<std::string> lines;
  for (const diag::Diagnostic& finding : session.findings.Sorted()) {
    lines.push_back(Line(finding, session.sources));
  }
  return lines;
}

std::vector<Check> Checks(Sample& sample, driver::Session& session) {
  Tree tree(sample.reader, kHere, {});
  return Plan(sample.declaration, tree, session.emit);
}

std::vector<std::string> FoundBy(Sample& sample, size_t jobs, const std::vector<std::string>& paths = {}) {
  driver::Session session;
  const std::vector<Check> checks = Checks(sample, session);
  RunOptions options;
  options.base.unchecked = driver::Unchecked::kError;
  options.jobs = jobs;
  options.has_paths = !paths.empty();
  options.paths = paths;
  project::Run(checks, kHere, options, sample.reader, session);
  return Findings(session);
}

// The same without any of it: one run for each set.
std::set<std::string> FoundOneByOne(Sample& sample, const std::string& path = {}) {
  driver::Session planned;
  std::set<std::string> all;
  for (const Check& check : Checks(sample, planned)) {
    driver::Options options;
    options.unchecked = driver::Unchecked::kError;
    bool is_asked = path.empty();
    for (const std::vector<std::string>* paths : {&check.schema, &check.values}) {
      for (const std::string& file : *paths) {
        options.inputs.push_back({"p/" + file, {}, driver::Role::kAuto});
        is_asked = is_asked || file == path;
      }
    }
    if (!check.file.empty() || !is_asked) {
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

TEST(ProjectRun, FindsWhatRunsOfTheirOwnFind) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Sample sample(seed);
    sample.declaration.groups.pop_back();
    const std::vector<std::string> found = FoundBy(sample, 2);
    EXPECT_EQ(std::set<std::string>(found.begin(), found.end()), FoundOneByOne(sample)) << seed;
    const std::string path = "set" + std::to_string(seed % 4) + "/base.yml";
    const std::vector<std::string> chosen = FoundBy(sample, 2, {path});
    EXPECT_EQ(std::set<std::string>(chosen.begin(), chosen.end()), FoundOneByOne(sample, path)) << seed;
  }
}

}  // namespace
}  // namespace kval::project
