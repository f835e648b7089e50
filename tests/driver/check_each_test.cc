#include "src/driver/check_each.h"
#include "src/driver/compiled_schema.h"
#include "src/driver/libraries/root_library.h"

#include <gtest/gtest.h>

#include "src/diag/path.h"
#include "src/driver/pipeline.h"

namespace kval::driver {
namespace {

// Returns the findings, one line each, and the printed output.
std::string Reported(const Session& session) {
  std::string text;
  for (const diag::Diagnostic& finding : session.findings.Sorted()) {
    text += diag::CodeOf(finding.kind) + " " + diag::Display(finding.path) + " " + finding.message;
    for (const diag::Label& label : finding.labels) {
      if (session.sources.Contains(label.span)) {
        const source::SourceFile& file = session.sources.FileOf(label.span);
        const source::LineColumn at = file.Locate(label.span.begin);
        text += " | " + file.name() + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + " " +
                label.text;
      }
    }
    text += "\n";
  }
  return text + session.printed;
}

struct Set {
  const char* name;
  const char* schema_file;
  const char* schema;
};

constexpr Set kSets[] = {
    {"yaml", "schema.yml",
     "#@ load(\"@ytt:assert\", \"assert\")\n"
     "#@ allowed = {\"a\": [1, 2, 3], \"b\": [4]}\n"
     "#@ big = 123456789012345678901234567890\n"
     "#@ def helper(items, v):\n#@   for i in items:\n#@     if i == v:\n#@       return True\n#@     end\n"
     "#@   end\n#@   return False\n#@ end\n"
     "#@ def known(v):\n#@   print(v, big)\n#@   return helper(allowed.get(\"a\"), v) or assert.fail(\"found "
     "%s\" % v)\n#@ end\n"
     "#@data/values-schema\n---\n"
     "name: app\n"
     "#@schema/validation (\"to be known\", known), when=lambda v: v != 9\n"
     "level: 1\n"
     "#@schema/validation min_len=1, max_len=3\n"
     "tags: ['']\n"},
    {"yaml_modules", "schema.yml",
     "#@ load(\"@ytt:regexp\", \"regexp\")\n#@ load(\"@ytt:url\", \"url\")\n"
     "#@ load(\"@ytt:json\", \"json\")\n#@ load(\"@ytt:struct\", \"struct\")\n"
     "#@ def named(v):\n"
     "#@   return regexp.match(\"^[a-z]+$\", v) or (False, url.path_segment_encode(json.encode([v])))\n"
     "#@ end\n"
     "#@data/values-schema\n---\n#@schema/validation (\"a name\", named)\nname: app\n"
     "level: 1\ntags: ['']\n"},
    // A function that returns YAML works only in its own interpreter.
    {"yaml_function", "schema.yml",
     "#@ def shape():\na: 1\n#@ end\n"
     "#@ def known(v):\n#@   return v in [shape()[\"a\"], 2, 9]\n#@ end\n"
     "#@data/values-schema\n---\nname: app\n"
     "#@schema/validation (\"to be known\", known)\nlevel: 1\ntags: ['']\n"},
    {"kcl", "app.k",
     "import regex\n\n"
     "schema Base:\n    name: str\n    label: str = \"${name}-${level}\"\n    level: int = 1\n\n"
     "schema App(Base):\n    tags?: [str]\n    check:\n"
     "        level in [1, 2, 9], \"unknown level\"\n"
     "        regex.match(label, \"^[a-z]+-[0-9]+$\") if name != \"app7\"\n"
     "        len(tags) <= 3 if tags\n"},
    {"kcl_asserts", "app.k",
     "schema App:\n    name: str\n    level: int = 1\n    tags?: [str]\n\n"
     "assert value.level < 4, \"too high\"\n"},
    {"json", "app.schema.json",
     R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"name": {"type": "string"},
         "level": {"enum": [1, 2, 9]}, "tags": {"maxItems": 3}}, "additionalProperties": false})"},
};

std::string DocumentText(int i) {
  switch (i % 6) {
    case 0:
      return "name: app\nlevel: 2\n";
    case 1:
      return "name: app\nlevel: " + std::to_string(i % 11) + "\n---\nname: other\nlevel: 5\n";
    case 2:
      return "name: [1]\nlevel: 9\n";
    case 3:
      return "name: app7\ntags: [a, b, c, d]\n";
    case 4:
      return "name: app\nlevle: 3\n";
    default:
      return "name: app\nlevel: {\n";
  }
}

class EachTest : public testing::TestWithParam<Set> {
 protected:
  static constexpr int kFiles = 60;

  EachTest() {
    reader_.Add(GetParam().schema_file, GetParam().schema);
    for (int i = 0; i < kFiles; ++i) {
      reader_.Add(FileName(i), DocumentText(i));
    }
  }

  static std::string FileName(int i) { return "d" + std::to_string(1000 + i) + ".yml"; }

  DriverOptions OptionsOf() const {
    DriverOptions options;
    options.inputs.push_back({GetParam().schema_file, {}, InputRole::kAuto});
    options.unchecked = UncheckedPolicy::kError;
    return options;
  }

  std::string ReportedWith(size_t jobs) {
    CheckEachOptions each;
    each.jobs = jobs;
    for (int i = 0; i < kFiles; ++i) {
      each.paths.push_back(FileName(i));
    }
    Session session;
    const CheckEachResult result = CheckEach(OptionsOf(), each, reader_, session);
    EXPECT_EQ(result.compilations, 1u);
    return Reported(session);
  }

  source::MemoryFileReader reader_;
};

TEST_P(EachTest, OutputIsIndependentOfTheNumberOfThreads) {
  const std::string one = ReportedWith(1);
  EXPECT_NE(one, "");
  for (const size_t jobs : {2, 3, 8}) {
    EXPECT_EQ(ReportedWith(jobs), one) << jobs << " threads";
  }
}

// Checking many documents in one run reports the same as checking each document in a separate run.
TEST_P(EachTest, OutputEqualsSeparateChecks) {
  std::string alone;
  for (int i = 0; i < kFiles; ++i) {
    if (i % 6 == 1) {
      continue;  // two documents, which a set would merge
    }
    Session session;
    DriverOptions options = OptionsOf();
    options.inputs.push_back({FileName(i), {}, InputRole::kValues});
    driver::Run(options, reader_, session);
    alone += Reported(session);
  }
  CheckEachOptions each;
  each.jobs = 2;
  for (int i = 0; i < kFiles; ++i) {
    if (i % 6 != 1) {
      each.paths.push_back(FileName(i));
    }
  }
  std::string apart;
  for (const std::string& path : each.paths) {
    Session session;
    CheckEach(OptionsOf(), {{path}, 1}, reader_, session);
    apart += Reported(session);
  }
  EXPECT_EQ(apart, alone);
}

INSTANTIATE_TEST_SUITE_P(Schemas, EachTest, testing::ValuesIn(kSets),
                         [](const auto& tested) { return std::string(tested.param.name); });

struct Shared {
  const char* name;
  const char* test;  // the test of a rule, in Starlark
  bool is_shared;
};

class SharedTest : public testing::TestWithParam<Shared> {};

TEST_P(SharedTest, DetectsShareableSchemas) {
  source::MemoryFileReader reader;
  reader.Add("schema.yml",
             "#@ load(\"@ytt:math\", \"math\")\n#@ load(\"@ytt:regexp\", \"regexp\")\n"
             "#@ load(\"@ytt:version\", \"version\")\n#@ load(\"@ytt:validations\", \"validations\")\n"
             "#@data/values-schema\n---\n#@schema/validation (\"a rule\", lambda v: " +
                 std::string(GetParam().test) + ")\nname: app\n");
  DriverOptions options;
  options.inputs.push_back({"schema.yml", {}, InputRole::kAuto});
  Session session;
  ASSERT_TRUE(LoadRootLibrary(options, reader, session));
  const std::unique_ptr<const CompiledSchema> validator = CompiledSchema::Compile(options, reader, session);
  ASSERT_NE(validator, nullptr) << Reported(session);
  EXPECT_EQ(validator->is_shareable(), GetParam().is_shared);
}

INSTANTIATE_TEST_SUITE_P(Rules, SharedTest,
                         testing::Values(Shared{"regexp", "regexp.match(\"a\", v)", true},
                                         Shared{"version", "version.require_at_least(\"0.1.0\") == None",
                                                true},
                                         // Warns on its first call only.
                                         Shared{"math", "math.floor(len(v)) > 0", false}),
                         [](const auto& tested) { return std::string(tested.param.name); });

// The step limit applies to each document separately.
TEST(EachBudgetTest, BudgetsCountForEachDocument) {
  source::MemoryFileReader reader;
  reader.Add(
      "schema.yml",
      "#@ def slow(v):\n#@   n = 0\n#@   for i in range(1000):\n#@     n += i\n#@   end\n#@   return n > 0\n"
      "#@ end\n#@data/values-schema\n---\n#@schema/validation (\"slow\", slow)\nname: app\n");
  reader.Add("app.k", "schema App:\n    name: str\n    check:\n        all i in range(1000) { i >= 0 }\n");
  std::string documents;
  for (int i = 0; i < 40; ++i) {
    documents += "---\nname: n" + std::to_string(i) + "\n";
  }
  reader.Add("many.yml", documents);
  for (const char* schema : {"schema.yml", "app.k"}) {
    DriverOptions options;
    options.inputs.push_back({schema, {}, InputRole::kAuto});
    options.limits.starlark_steps = 40'000;
    options.limits.kcl_steps = 40'000;
    Session session;
    const CheckEachResult result = CheckEach(options, {{"many.yml"}, 2}, reader, session);
    EXPECT_EQ(result.document_count, 40u);
    EXPECT_EQ(Reported(session), "") << schema;
  }
}

}  // namespace
}  // namespace kval::driver
