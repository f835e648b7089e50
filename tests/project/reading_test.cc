// The flags for reading YAML apply to every source of YAML in the checks of a project.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "src/project/plan.h"
#include "src/project/run.h"

namespace kval::project {
namespace {

constexpr const char* kSchema = "#@data/values-schema\n---\n#@schema/type any=True\na: 1\n";
constexpr const char* kJsonSchema =
    R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"})";

// A source of YAML in a check: `give` adds `text`, as the value of `a`, to the group.
struct Way {
  const char* name;
  std::function<void(const std::string& text, CheckDeclaration& group, source::MemoryFileReader& reader)>
      give;
  const char* schema_name = "schema.yml";
  const char* schema = kSchema;
};

void GiveFile(const std::string& text, CheckDeclaration& group, source::MemoryFileReader& reader) {
  reader.Add("p/v.yml", "a: " + text + "\n");
  group.values = {{"v.yml", {}}};
}

void GiveEach(const std::string& text, CheckDeclaration& group, source::MemoryFileReader& reader) {
  reader.Add("p/each/v.yml", "a: " + text + "\n");
  group.is_documents = true;
  group.files = {{"each/*.yml", {}}};
}

const Way kWays[] = {
    {"values", GiveFile},
    {"values_by_pattern",
     [](const std::string& text, CheckDeclaration& group, source::MemoryFileReader& reader) {
       reader.Add("p/x.env.yml", "a: " + text + "\n");
       group.values = {{"{env}.env.yml", {}}};
     }},
    {"each", GiveEach},
    {"values_beside_json_schema", GiveFile, "s.schema.json", kJsonSchema},
    {"each_beside_json_schema", GiveEach, "s.schema.json", kJsonSchema},
    {"values_beside_kcl", GiveFile, "s.k", "schema S:\n    a: any\n"},
    {"each_beside_kcl", GiveEach, "s.k", "schema S:\n    a: any\n"},
};

class ProjectReadingTest : public testing::TestWithParam<Way> {
 protected:
  // Returns the code and message of each finding for `text` with these options.
  static std::string Read(const std::string& text, const driver::DriverOptions& base) {
    source::MemoryFileReader reader;
    Declaration declaration;
    CheckDeclaration group;
    group.schema = {{GetParam().schema_name, {}}};
    reader.Add(std::string("p/") + GetParam().schema_name, GetParam().schema);
    GetParam().give(text, group, reader);
    declaration.groups.push_back(group);
    const ProjectLocation here{"p/.kval.yaml", "p/", {}};
    driver::Session session;
    ProjectFiles tree(reader, here, {});
    const std::vector<Check> checks = Plan(declaration, tree, session.emit);
    EXPECT_EQ(checks.size(), 1u);
    RunOptions options;
    options.base = base;
    options.base.unchecked = driver::UncheckedPolicy::kError;
    options.jobs = 1;
    project::Run(checks, here, options, reader, session);
    std::string found;
    for (const diag::Diagnostic& finding : session.findings.Sorted()) {
      found += diag::CodeOf(finding.kind) + " " + finding.message + "\n";
    }
    return found;
  }
};

TEST_P(ProjectReadingTest, Plain) {
  EXPECT_EQ(Read("yes", {}), "");
}

TEST_P(ProjectReadingTest, Strict) {
  driver::DriverOptions options;
  options.strict_yaml = true;
  EXPECT_NE(Read("yes", options), "");
}

TEST_P(ProjectReadingTest, WarnAmbiguous) {
  driver::DriverOptions options;
  options.warn_ambiguous = true;
  EXPECT_NE(Read("yes", options), "");
}

// yaml-cpp reports syntax errors with different messages, which show that the reader was selected.
TEST_P(ProjectReadingTest, YamlReader) {
  driver::DriverOptions options;
  const std::string ours = Read("[1, 2", options);
  options.yaml_cpp_reader = true;
  const std::string theirs = Read("[1, 2", options);
  EXPECT_NE(ours, "");
  EXPECT_NE(theirs, "");
  EXPECT_NE(ours, theirs);
}

INSTANTIATE_TEST_SUITE_P(Ways, ProjectReadingTest, testing::ValuesIn(kWays),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace kval::project
