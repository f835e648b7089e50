#include "src/driver/inputs/reading.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>

#include "schemas/kubernetes/api_table.h"
#include "src/driver/check_each.h"
#include "src/driver/helm/chart.h"
#include "src/driver/kubernetes/manifests.h"
#include "src/driver/pipeline.h"

namespace kval::driver {
namespace {

constexpr const char* kSchema = "#@data/values-schema\n---\n#@schema/type any=True\na: 1\n";
constexpr const char* kJsonSchema =
    R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"})";

// A source of YAML in a run, such as a file, a directory or a flag.
struct Way {
  const char* name;
  // Sets the options so that kval reads `text`, as the value of `a`, from this source.
  std::function<void(const std::string& text, DriverOptions& options, source::MemoryFileReader& reader)> give;
  const char* schema = kSchema;
  std::vector<std::string> each = {};  // documents to check with --each; empty: check the set
};

void GiveFlag(FlagKind kind, const char* flag, std::string text, DriverOptions& options) {
  options.flags.push_back({kind, flag, std::move(text)});
}

const Way kWays[] = {
    {"file",
     [](const std::string& text, DriverOptions& options, source::MemoryFileReader& reader) {
       reader.Add("v.yml", "a: " + text + "\n");
       options.inputs.push_back({"v.yml", {}, InputRole::kAuto});
     }},
    {"directory",
     [](const std::string& text, DriverOptions& options, source::MemoryFileReader& reader) {
       reader.Add("dir/v.yml", "a: " + text + "\n");
       options.inputs.push_back({"dir", {}, InputRole::kAuto});
     }},
    {"as_values",
     [](const std::string& text, DriverOptions& options, source::MemoryFileReader& reader) {
       reader.Add("v", "a: " + text + "\n");
       options.inputs.push_back({"v", {}, InputRole::kValues});
     }},
    {"annotated",
     [](const std::string& text, DriverOptions& options, source::MemoryFileReader& reader) {
       reader.Add("v.yml", "#@data/values\n---\na: " + text + "\n");
       options.inputs.push_back({"v.yml", {}, InputRole::kAuto});
     }},
    {"values_file",
     [](const std::string& text, DriverOptions& options, source::MemoryFileReader& reader) {
       reader.Add("v.yml", "a: " + text + "\n");
       GiveFlag(FlagKind::kValuesFile, "--data-values-file", "v.yml", options);
     }},
    {"value_yaml",
     [](const std::string& text, DriverOptions& options, source::MemoryFileReader&) {
       GiveFlag(FlagKind::kValueYaml, "--data-value-yaml", "a=" + text, options);
     }},
    {"env_yaml",
     [](const std::string& text, DriverOptions& options, source::MemoryFileReader&) {
       options.environment = std::make_shared<const std::vector<std::string>>(1, "P_a=" + text);
       GiveFlag(FlagKind::kEnvYaml, "--data-values-env-yaml", "P", options);
     }},
    {"beside_json_schema",
     [](const std::string& text, DriverOptions& options, source::MemoryFileReader& reader) {
       reader.Add("v.yml", "a: " + text + "\n");
       options.inputs.push_back({"v.yml", {}, InputRole::kAuto});
     },
     kJsonSchema},
    {"beside_kcl",
     [](const std::string& text, DriverOptions& options, source::MemoryFileReader& reader) {
       reader.Add("v.yml", "a: " + text + "\n");
       options.inputs.push_back({"v.yml", {}, InputRole::kAuto});
     },
     "schema S:\n    a: any\n"},
    {"each",
     [](const std::string& text, DriverOptions&, source::MemoryFileReader& reader) {
       reader.Add("v.yml", "a: " + text + "\n");
     },
     kSchema,
     {"v.yml"}},
    {"each_beside_json_schema",
     [](const std::string& text, DriverOptions&, source::MemoryFileReader& reader) {
       reader.Add("v.yml", "a: " + text + "\n");
     },
     kJsonSchema,
     {"v.yml"}},
    {"each_beside_kcl",
     [](const std::string& text, DriverOptions&, source::MemoryFileReader& reader) {
       reader.Add("v.yml", "a: " + text + "\n");
     },
     "schema S:\n    a: any\n",
     {"v.yml"}},
    {"below_each",
     [](const std::string& text, DriverOptions& options, source::MemoryFileReader& reader) {
       reader.Add("below.yml", "a: " + text + "\n");
       reader.Add("v.yml", "a: 1\n");
       options.inputs.push_back({"below.yml", {}, InputRole::kAuto});
     },
     kSchema,
     {"v.yml"}},
    {"over_each",
     [](const std::string& text, DriverOptions& options, source::MemoryFileReader& reader) {
       reader.Add("v.yml", "a: 1\n");
       GiveFlag(FlagKind::kValueYaml, "--data-value-yaml", "a=" + text, options);
     },
     kSchema,
     {"v.yml"}},
    {"referenced_schema",
     [](const std::string& text, DriverOptions& options, source::MemoryFileReader& reader) {
       reader.Add("other.yml", "default: " + text + "\n");
       reader.Add("v.yml", "a: 1\n");
       options.inputs.push_back({"v.yml", {}, InputRole::kAuto});
     },
     R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "other.yml"})"},
};

class ReadingTest : public testing::TestWithParam<Way> {
 protected:
  // Returns the codes of the findings for `text`. Afterwards `values_` holds the values.
  std::string Read(const std::string& text, DriverOptions options) {
    source::MemoryFileReader reader;
    const std::string schema = GetParam().schema;
    const std::string name = schema[0] == '{' ? "s.schema.json" : schema[0] == 's' ? "s.k" : "s.yml";
    reader.Add(name, schema);
    options.inputs.push_back({name, {}, InputRole::kAuto});
    GetParam().give(text, options, reader);
    session_ = std::make_unique<Session>(options.limits);
    values_ = nullptr;
    if (GetParam().each.empty()) {
      values_ = driver::Run(options, reader, *session_).values;
    } else {
      CheckEach(options, {GetParam().each, 1}, reader, *session_);
    }
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
  if (!GetParam().each.empty() || std::string_view(GetParam().name) == "referenced_schema") {
    GTEST_SKIP() << "there are no values to look at: EachProfileTest";
  }
  DriverOptions options;
  options.has_dialect = true;
  options.dialect = value::Dialect::kYtt;
  EXPECT_EQ(Read("yes", options), "");
  EXPECT_EQ(KindOfA(), value::Kind::kBool);
  options.dialect = value::Dialect::kYaml12;
  EXPECT_EQ(Read("yes", options), "");
  EXPECT_EQ(KindOfA(), value::Kind::kString);
}

TEST_P(ReadingTest, Strict) {
  DriverOptions options;
  options.strict_yaml = true;
  EXPECT_NE(Read("yes", options), "");
}

TEST_P(ReadingTest, WarnAmbiguous) {
  DriverOptions options;
  options.warn_ambiguous = true;
  EXPECT_NE(Read("yes", options), "");
  EXPECT_EQ(session_->emit.error_count(), 0u);
}

// yaml-cpp reports syntax errors with different messages, which show that the reader was selected.
TEST_P(ReadingTest, YamlReader) {
  DriverOptions options;
  const auto words = [&] {
    Read("[1, 2", options);
    std::string all;
    for (const diag::Diagnostic& finding : session_->findings.Sorted()) {
      all += finding.message + "\n";
    }
    return all;
  };
  const std::string ours = words();
  options.yaml_cpp_reader = true;
  const std::string theirs = words();
  EXPECT_NE(ours, "");
  EXPECT_NE(theirs, "");
  EXPECT_NE(ours, theirs);
}

TEST_P(ReadingTest, Limits) {
  DriverOptions options;
  options.limits.depth = 4;
  EXPECT_EQ(Read("[[[[[[[[]]]]]]]]", options).substr(0, 6), "KV020 ");
}

// --profile also determines with --each whether `yes` is a boolean or a string.
TEST(EachProfileTest, Profile) {
  source::MemoryFileReader reader;
  reader.Add("s.yml", "#@data/values-schema\n---\na: true\nb: 1\n");
  reader.Add("v.yml", "a: yes\n");
  reader.Add("w.yml", "b: 2\n");
  const auto codes = [&](value::Dialect dialect, std::vector<std::string> inputs, const std::string& flag,
                         const std::string& document) {
    DriverOptions options;
    options.has_dialect = true;
    options.dialect = dialect;
    options.inputs.push_back({"s.yml", {}, InputRole::kAuto});
    for (const std::string& input : inputs) {
      options.inputs.push_back({input, {}, InputRole::kAuto});
    }
    if (!flag.empty()) {
      GiveFlag(FlagKind::kValueYaml, "--data-value-yaml", flag, options);
    }
    Session session;
    CheckEach(options, {{document}, 1}, reader, session);
    std::string found;
    for (const diag::Diagnostic& finding : session.findings.Sorted()) {
      found += diag::CodeOf(finding.kind) + " ";
    }
    return found;
  };
  EXPECT_EQ(codes(value::Dialect::kYtt, {}, {}, "v.yml"), "");
  EXPECT_EQ(codes(value::Dialect::kYaml12, {}, {}, "v.yml"), "KV301 ");
  EXPECT_EQ(codes(value::Dialect::kYtt, {"v.yml"}, {}, "w.yml"), "");
  EXPECT_EQ(codes(value::Dialect::kYaml12, {"v.yml"}, {}, "w.yml"), "KV301 ");
  EXPECT_EQ(codes(value::Dialect::kYtt, {}, "a=yes", "w.yml"), "");
  EXPECT_EQ(codes(value::Dialect::kYaml12, {}, "a=yes", "w.yml"), "KV301 ");
}

constexpr const char* kDeep = "[[[[[[[[]]]]]]]]";

std::string CodesOf(const Session& session) {
  std::string found;
  for (const diag::Diagnostic& finding : session.findings.Sorted()) {
    found += diag::CodeOf(finding.kind) + " ";
  }
  return found;
}

// kval reads manifests and charts in the YAML dialect of Kubernetes and Helm. Of the flags for reading, only
// limits apply.
TEST(LimitsTest, HoldForManifestsAndDefinitions) {
  const std::string definition =
      "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: " +
      std::string(kDeep) + "}\n";
  Limits limits;
  limits.depth = 6;
  const schemas::kubernetes::ApiTable table = schemas::kubernetes::ApiTable::Builtin();
  for (const std::string& text :
       {"apiVersion: v1\nkind: ConfigMap\ndata: " + std::string(kDeep) + "\n", definition}) {
    source::MemoryFileReader reader;
    reader.Add("m.yml", text);
    Session session(limits);
    KubernetesOptions options;
    options.paths = {"m.yml"};
    options.versions = {0};
    CheckKubernetes(options, limits, table, reader, session);
    EXPECT_NE(CodesOf(session).find("KV020 "), std::string::npos) << text;
  }
}

TEST(LimitsTest, HoldForCharts) {
  const std::string schema = R"({"type": "object"})";
  const std::map<std::string, std::string> good = {
      {"c/Chart.yaml", "apiVersion: v2\nname: c\nversion: 1.0.0\n"},
      {"c/values.yaml", "a: 1\n"},
      {"c/values.schema.json", schema},
      {"v.yaml", "a: 1\n"}};
  const std::map<std::string, std::string> deep = {
      {"c/Chart.yaml",
       "apiVersion: v2\nname: c\nversion: 1.0.0\nannotations: {a: " + std::string(kDeep) + "}\n"},
      {"c/values.yaml", "a: " + std::string(kDeep) + "\n"},
      {"c/values.schema.json", R"({"type": "object", "default": {"a": )" + std::string(kDeep) + "}}"},
      {"v.yaml", "a: " + std::string(kDeep) + "\n"}};
  Limits limits;
  limits.depth = 4;
  for (const auto& [name, text] : deep) {
    source::MemoryFileReader reader;
    for (const auto& [other, fine] : good) {
      reader.Add(other, other == name ? text : fine);
    }
    Session session(limits);
    HelmRequest request;
    request.chart = "c";
    request.input.files = {"v.yaml"};
    RunHelm(request, reader, session);
    EXPECT_NE(CodesOf(session).find("KV020 "), std::string::npos) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, ReadingTest, testing::ValuesIn(kWays),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace kval::driver
