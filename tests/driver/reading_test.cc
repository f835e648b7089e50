#include "src/driver/reading.h"

#include <gtest/gtest.h>

#include <functional>

#include "src/driver/each.h"
#include "src/driver/pipeline.h"

namespace kval::driver {
namespace {

constexpr const char* kSchema = "#@data/values-schema\n---\n#@schema/type any=True\na: 1\n";
constexpr const char* kJsonSchema =
    R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"})";

// A way by which YAML comes into a run.
struct Way {
  const char* name;
  // Sets the options so that `text`, a value of `a`, is read by that way.
  std::function<void(const std::string& text, Options& options, source::MemoryFileReader& reader)> give;
  const char* schema = kSchema;
};

void GiveFlag(FlagKind kind, const char* flag, std::string text, Options& options) {
  options.flags.push_back({kind, flag, std::move(text)});
}

const Way kWays[] = {
    {"file",
     [](const std::string& text, Options& options, source::MemoryFileReader& reader) {
       reader.Add("v.yml", "a: " + text + "\n");
       options.inputs.push_back({"v.yml", {}, Role::kAuto});
     }},
    {"directory",
     [](const std::string& text, Options& options, source::MemoryFileReader& reader) {
       reader.Add("dir/v.yml", "a: " + text + "\n");
       options.inputs.push_back({"dir", {}, Role::kAuto});
     }},
    {"as_values",
     [](const std::string& text, Options& options, source::MemoryFileReader& reader) {
       reader.Add("v", "a: " + text + "\n");
       options.inputs.push_back({"v", {}, Role::kValues});
     }},
    {"annotated",
     [](const std::string& text, Options& options, source::MemoryFileReader& reader) {
       reader.Add("v.yml", "#@data/values\n---\na: " + text + "\n");
       options.inputs.push_back({"v.yml", {}, Role::kAuto});
     }},
    {"values_file",
     [](const std::string& text, Options& options, source::MemoryFileReader& reader) {
       reader.Add("v.yml", "a: " + text + "\n");
       GiveFlag(FlagKind::kValuesFile, "--data-values-file", "v.yml", options);
     }},
    {"value_yaml",
     [](const std::string& text, Options& options, source::MemoryFileReader&) {
       GiveFlag(FlagKind::kValueYaml, "--data-value-yaml", "a=" + text, options);
     }},
    {"env_yaml",
     [](const std::string& text, Options& options, source::MemoryFileReader&) {
       options.environment.push_back("P_a=" + text);
       GiveFlag(FlagKind::kEnvYaml, "--data-values-env-yaml", "P", options);
     }},
    {"beside_json_schema",
     [](const std::string& text, Options& options, source::MemoryFileReader& reader) {
       reader.Add("v.yml", "a: " + text + "\n");
       options.inputs.push_back({"v.yml", {}, Role::kAuto});
     },
     kJsonSchema},
    {"beside_kcl",
     [](const std::string& text, Options& options, source::MemoryFileReader& reader) {
       reader.Add("v.yml", "a: " + text + "\n");
       options.inputs.push_back({"v.yml", {}, Role::kAuto});
     },
     "schema S:\n    a: any\n"},
};

class ReadingTest : public testing::TestWithParam<Way> {
 protected:
  // What is found when `text` is read with those options; the values are there afterwards.
  std::string Read(const std::string& text, Options options) {
    source::MemoryFileReader reader;
    const std::string schema = GetParam().schema;
    const std::string name = schema[0] == '{' ? "s.schema.json" : schema[0] == 's' ? "s.k" : "s.yml";
    reader.Add(name, schema);
    options.inputs.push_back({name, {}, Role::kAuto});
    GetParam().give(text, options, reader);
    session_ = std::make_unique<Session>(options.limits);
    const RunResult result = driver::Run(options, reader, *session_);
    values_ = result.values;
    std::string codes;
    for (const diag::Diagnostic& finding : session_->findings.Sorted()) {
      codes += diag::CodeOf(finding.kind) + " ";
    }
    return codes;
  }

  value::Kind KindOfA() const {
    const value::Value* a = values_ == nullptr ? nullptr : value::Find(*values_, "a");
    return a == nullptr ? value::Kind::kMapping : a->kind;
  }

  std::unique_ptr<Session> session_;
  const value::Value* values_ = nullptr;
};

TEST_P(ReadingTest, Profile) {
  Options options;
  options.has_dialect = true;
  options.dialect = value::Dialect::kYtt;
  EXPECT_EQ(Read("yes", options), "");
  EXPECT_EQ(KindOfA(), value::Kind::kBool);
  options.dialect = value::Dialect::kYaml12;
  EXPECT_EQ(Read("yes", options), "");
  EXPECT_EQ(KindOfA(), value::Kind::kString);
}

TEST_P(ReadingTest, Strict) {
  Options options;
  options.strict_yaml = true;
  EXPECT_NE(Read("yes", options), "");
}

TEST_P(ReadingTest, WarnAmbiguous) {
  Options options;
  options.warn_ambiguous = true;
  EXPECT_NE(Read("yes", options), "");
  EXPECT_EQ(session_->emit.error_count(), 0u);
}

// yaml-cpp has words of its own for what is no YAML.
TEST_P(ReadingTest, YamlReader) {
  Options options;
  Read("[1, 2", options);
  const std::vector<diag::Diagnostic> ours = session_->findings.Sorted();
  options.yaml_cpp_reader = true;
  Read("[1, 2", options);
  const std::vector<diag::Diagnostic> theirs = session_->findings.Sorted();
  ASSERT_FALSE(ours.empty());
  ASSERT_FALSE(theirs.empty());
  EXPECT_NE(ours[0].message, theirs[0].message);
}

TEST_P(ReadingTest, Limits) {
  Options options;
  options.limits.depth = 4;
  EXPECT_EQ(Read("[[[[[[[[]]]]]]]]", options).substr(0, 6), "KV020 ");
}

INSTANTIATE_TEST_SUITE_P(Ways, ReadingTest, testing::ValuesIn(kWays),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace kval::driver
