#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "include/kval/kval.h"

namespace kval::api {
namespace {

using testing::HasSubstr;

SchemaRequest RequestOf(const std::string& name, const std::string& text) {
  SchemaRequest request;
  request.inputs.push_back({name, text});
  return request;
}

Schema CompileOrDie(const SchemaRequest& request) {
  Schema::CompileResult compiled = Schema::Compile(request);
  for (const Finding& finding : compiled.report.findings) {
    ADD_FAILURE() << finding.rule << " " << finding.message;
  }
  EXPECT_EQ(compiled.report.problem, "");
  return compiled.schema;
}

std::vector<std::string> RulesOf(const Report& report) {
  std::vector<std::string> rules;
  for (const Finding& finding : report.findings) {
    rules.push_back(finding.rule);
  }
  return rules;
}

constexpr const char* kYamlSchema =
    "#@data/values-schema\n---\nname: app\n#@schema/validation min=1\nreplicas: 1\n";
constexpr const char* kKclSchema =
    "schema App:\n    name: str\n    replicas: int = 1\n    check:\n        replicas > 0\n";
constexpr const char* kJsonSchema =
    R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "required": ["name"],
        "properties": {"name": {"type": "string"}, "replicas": {"type": "integer", "minimum": 1}}})";

// Applies the edits of all findings to `text`.
std::string Repaired(std::string text, const Report& report) {
  std::vector<Edit> edits;
  for (const Finding& finding : report.findings) {
    EXPECT_EQ(finding.repair.empty(), finding.edits.empty());
    edits.insert(edits.end(), finding.edits.begin(), finding.edits.end());
  }
  std::sort(edits.begin(), edits.end(),
            [](const Edit& a, const Edit& b) { return a.place.begin > b.place.begin; });
  for (const Edit& edit : edits) {
    text.replace(edit.place.begin, edit.place.end - edit.place.begin, edit.text);
  }
  return text;
}

TEST(Fixes, AreEditsOfTheText) {
  const Schema schema = CompileOrDie(RequestOf("schema.json", kJsonSchema));
  const std::string text = "name: ä\nreplicas: \"3\"\n]\n";
  const Report report = schema.Check(text, "values.yml");
  ASSERT_EQ(report.findings.size(), 2u);
  EXPECT_EQ(Repaired(text, report), "name: ä\nreplicas: 3\n");
  EXPECT_EQ(schema.Check(Repaired(text, report), "values.yml").outcome, Outcome::kValid);
}

TEST(Fixes, AreNotThereWhereNothingIsCertain) {
  const Schema schema = CompileOrDie(RequestOf("schema.json", kJsonSchema));
  const Report report = schema.Check("name: web\nreplicas: many\n", "values.yml");
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].repair, "");
  EXPECT_TRUE(report.findings[0].edits.empty());
}

TEST(Fixes, ContainNoSecrets) {
  const Schema schema = CompileOrDie(RequestOf("schema.yml", "#@data/values-schema\n---\npassword: \"\"\n"));
  const Report report = schema.Check("password: 82734655\n", "values.yml");
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_TRUE(report.findings[0].edits.empty());
}

class Files final : public Reader {
 public:
  explicit Files(std::map<std::string, std::string> files) : files_(std::move(files)) {}

  Kind KindOf(const std::string& path) override {
    return files_.count(path) > 0 ? Kind::kFile : path == "schemas" ? Kind::kDirectory : Kind::kMissing;
  }
  bool Read(const std::string& path, std::string& text, std::string& error) override {
    const auto found = files_.find(path);
    error = "it is not there";
    text = found == files_.end() ? "" : found->second;
    return found != files_.end();
  }
  std::vector<std::string> List(const std::string&) override { return {"b.yml", "a.yml"}; }

 private:
  std::map<std::string, std::string> files_;
};

struct Language {
  const char* name;
  const char* text;
};

class EveryLanguage : public testing::TestWithParam<Language> {};

TEST_P(EveryLanguage, ReportsMessageAndLocation) {
  const Schema schema = CompileOrDie(RequestOf(GetParam().name, GetParam().text));
  ASSERT_TRUE(schema);
  EXPECT_EQ(schema.Check("name: web\nreplicas: 2\n", "good.yml").outcome, Outcome::kValid);
  const Report report = schema.Check("name: web\nreplicas: 0\n---\nname: [1]\n", "bad.yml");
  EXPECT_EQ(report.outcome, Outcome::kInvalid);
  EXPECT_EQ(report.document_count, 2u);
  ASSERT_EQ(report.findings.size(), 2u);
  const Finding& rule = report.findings[0];
  EXPECT_EQ(rule.value.file, "bad.yml");
  EXPECT_EQ(rule.value.line, 2u);
  EXPECT_EQ(rule.value.column, 11u);
  EXPECT_EQ(rule.value.begin, 20u);
  EXPECT_EQ(rule.schema.file, GetParam().name);
  EXPECT_EQ(rule.path_text, "replicas");
  ASSERT_EQ(rule.path.size(), 1u);
  EXPECT_EQ(rule.path[0].key, "replicas");
  EXPECT_EQ(report.findings[1].rule, "KV301");
  EXPECT_EQ(report.findings[1].value.line, 4u);
}

INSTANTIATE_TEST_SUITE_P(All, EveryLanguage,
                         testing::Values(Language{"schema.yml", kYamlSchema}, Language{"app.k", kKclSchema},
                                         Language{"app.schema.json", kJsonSchema}));

TEST(SchemaTest, ThreadsShareIt) {
  for (const Language& language : {Language{"schema.yml", kYamlSchema}, Language{"app.k", kKclSchema},
                                   Language{"a.schema.json", kJsonSchema}}) {
    const Schema schema = CompileOrDie(RequestOf(language.name, language.text));
    std::vector<std::thread> threads;
    std::atomic<int> invalid = 0;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        for (int k = 0; k < 20; ++k) {
          const Report report = schema.Check("name: web\nreplicas: 0\n", "a.yml");
          invalid += report.outcome == Outcome::kInvalid && report.findings.size() == 1 ? 1 : 0;
        }
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    EXPECT_EQ(invalid, 80) << language.name;
  }
}

TEST(SchemaTest, InvalidSchemaIsUnusable) {
  const Schema::CompileResult compiled =
      Schema::Compile(RequestOf("app.k", "schema App:\n    name: nothing\n"));
  EXPECT_EQ(compiled.report.outcome, Outcome::kUnusable);
  ASSERT_FALSE(compiled.report.findings.empty());
  EXPECT_EQ(compiled.report.findings[0].value.file, "app.k");
  EXPECT_FALSE(compiled.schema);
  EXPECT_EQ(compiled.schema.Check("a: 1\n", "a.yml").outcome, Outcome::kUnusable);
}

TEST(SchemaTest, RequestsThatMakeNoSenseAreRefused) {
  EXPECT_THAT(Schema::Compile({}).report.problem, HasSubstr("no input"));
  SchemaRequest request = RequestOf("schema.yml", kYamlSchema);
  request.profile = "yml";
  EXPECT_THAT(Schema::Compile(request).report.problem, HasSubstr("unknown profile yml"));
  request.profile = "helm";
  request.limits = {{"check-step", "5"}};
  EXPECT_THAT(Schema::Compile(request).report.problem, HasSubstr("check-step"));
}

TEST(SchemaTest, WhatHoldsNoSchemaIsNoSchema) {
  const Schema::CompileResult compiled = Schema::Compile(RequestOf("values.yml", "a: 1\n"));
  EXPECT_EQ(compiled.report.outcome, Outcome::kUnusable);
  EXPECT_FALSE(compiled.schema);
}

TEST(SchemaTest, LimitsHold) {
  SchemaRequest request = RequestOf("schema.yml", kYamlSchema);
  request.limits = {{"file-size", "100"}, {"depth", "5"}};
  const Schema schema = CompileOrDie(request);
  const Report large = schema.Check(std::string(200, '#'), "large.yml");
  EXPECT_EQ(large.outcome, Outcome::kLimit);
  ASSERT_EQ(large.findings.size(), 1u);
  EXPECT_EQ(large.findings[0].rule, "KV022");
  EXPECT_EQ(schema.Check("name: [[[[[[[[]]]]]]]]\n", "deep.yml").outcome, Outcome::kLimit);
}

// `total-size` limits each call separately: a call does not reduce the limit of the next call.
TEST(SchemaTest, WhatACallReadsIsLimitedForEachCall) {
  SchemaRequest request = RequestOf("schema.yml", kYamlSchema);
  request.limits = {{"total-size", "100"}};
  request.reader = std::make_shared<Files>(std::map<std::string, std::string>{
      {"small.yml", "name: " + std::string(60, 'a')}, {"large.yml", "name: " + std::string(200, 'a')}});
  const Schema schema = CompileOrDie(request);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(schema.CheckFile("small.yml").outcome, Outcome::kValid);
  }
  const Report large = schema.CheckFile("large.yml");
  EXPECT_EQ(large.outcome, Outcome::kLimit);
  ASSERT_EQ(large.findings.size(), 1u);
  EXPECT_EQ(large.findings[0].rule, "KV022");
}

TEST(SchemaTest, StepsOfACheckAreLimited) {
  SchemaRequest request =
      RequestOf("app.schema.json", R"({"$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "array", "items": {"type": "integer"}})");
  request.limits = {{"check-steps", "50"}};
  const Schema schema = CompileOrDie(request);
  EXPECT_EQ(schema.Check("[1, 2, 3]", "few.json").outcome, Outcome::kValid);
  std::string many = "[1";
  for (int i = 0; i < 500; ++i) {
    many += ",1";
  }
  EXPECT_EQ(schema.Check(many + "]", "many.json").outcome, Outcome::kLimit);
}

TEST(SchemaTest, SecretsAreNotRepeated) {
  const Schema schema = CompileOrDie(RequestOf("schema.yml", "#@data/values-schema\n---\npassword: 1\n"));
  const Report report = schema.Check("password: correct-horse\n", "a.yml");
  ASSERT_EQ(report.findings.size(), 1u);
  const Finding& finding = report.findings[0];
  for (const std::string& text : {finding.message, finding.found, finding.hint}) {
    EXPECT_THAT(text, testing::Not(HasSubstr("correct-horse")));
  }
}

TEST(SchemaTest, CommentsThatIgnoreAreObeyed) {
  SchemaRequest request = RequestOf("schema.yml", kYamlSchema);
  const char* const text = "name: a\nreplicas: x  # kval: ignore KV301\n";
  EXPECT_EQ(CompileOrDie(request).Check(text, "a.yml").outcome, Outcome::kValid);
  request.obeys_comments = false;
  EXPECT_EQ(CompileOrDie(request).Check(text, "a.yml").outcome, Outcome::kInvalid);
}

TEST(SchemaTest, TheHostsReaderReads) {
  SchemaRequest request;
  request.inputs.push_back({"schemas", std::nullopt});
  request.reader = std::make_shared<Files>(std::map<std::string, std::string>{
      {"schemas/a.yml", kYamlSchema}, {"schemas/b.yml", "name: below\n"}, {"doc.yml", "replicas: none\n"}});
  const Schema schema = CompileOrDie(request);
  const Report report = schema.CheckFile("doc.yml");
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].schema.file, "schemas/a.yml");
  const Report missing = schema.CheckFile("other.yml");
  EXPECT_EQ(missing.outcome, Outcome::kUnusable);
  ASSERT_EQ(missing.findings.size(), 1u);
  EXPECT_THAT(missing.findings[0].message, HasSubstr("it is not there"));
}

TEST(SchemaTest, ReferencesAreReadByTheHost) {
  SchemaRequest request;
  request.inputs.push_back({"main.schema.json", std::nullopt});
  request.reader = std::make_shared<Files>(std::map<std::string, std::string>{
      {"main.schema.json",
       R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "part.json"})"},
      {"part.json", R"({"type": "integer"})"}});
  const Schema schema = CompileOrDie(request);
  EXPECT_EQ(schema.Check("1", "a.json").outcome, Outcome::kValid);
  EXPECT_EQ(schema.Check("a", "a.json").outcome, Outcome::kInvalid);
}

TEST(SchemaTest, NothingIsReadWithoutAReader) {
  SchemaRequest request;
  request.inputs.push_back({"/etc/hostname", std::nullopt});
  const Schema::CompileResult compiled = Schema::Compile(request);
  EXPECT_EQ(compiled.report.outcome, Outcome::kUnusable);
}

// The host cancels before the call starts.
TEST(SchemaTest, ACancelledCallDoesNothing) {
  Cancellation cancellation;
  cancellation.Cancel();
  CallOptions control;
  control.cancellation = &cancellation;
  EXPECT_EQ(Schema::Compile(RequestOf("schema.yml", kYamlSchema), control).report.outcome,
            Outcome::kCancelled);
  const Schema schema = CompileOrDie(RequestOf("schema.yml", kYamlSchema));
  EXPECT_EQ(schema.Check("a: 1\n", "a.yml", control).outcome, Outcome::kCancelled);
  EXPECT_EQ(schema.Check("name: a\n", "a.yml").outcome, Outcome::kValid);
}

struct SlowSchema {
  const char* name;
  const char* text;
  const char* limit;
};

class SlowWork : public testing::TestWithParam<SlowSchema> {};

// A check that would take minutes ends soon after its timeout, in Starlark rules and in KCL rules.
TEST_P(SlowWork, EndsInTime) {
  SchemaRequest request = RequestOf(GetParam().name, GetParam().text);
  request.limits = {{GetParam().limit, "1000000000000"}};
  const Schema schema = CompileOrDie(request);
  ASSERT_TRUE(schema);
  CallOptions control;
  control.timeout = std::chrono::milliseconds(100);
  const auto begin = std::chrono::steady_clock::now();
  const Report report = schema.Check("name: aaaa\n", "a.yml", control);
  EXPECT_EQ(report.outcome, Outcome::kLimit);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].rule, "KV026");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

INSTANTIATE_TEST_SUITE_P(
    All, SlowWork,
    testing::Values(
        SlowSchema{"schema.yml",
                   "#@ def slow(v):\n#@   n = 0\n#@   for i in range(1000000000):\n#@     n += i\n#@   end\n"
                   "#@   return True\n#@ end\n#@data/values-schema\n---\n"
                   "#@schema/validation (\"slow\", slow)\nname: app\n",
                   "starlark-steps"},
        SlowSchema{
            "app.k",
            "schema App:\n    name: str\n    check:\n"
            "        all i in range(2000) { all k in range(2000) { all m in range(2000) { m >= 0 } } }\n",
            "kcl-steps"}));

// Parsing obeys the timeout as well, not only validation.
TEST(SchemaTest, ALargeTextIsLeftInTime) {
  const Schema schema =
      CompileOrDie(RequestOf("schema.yml", "#@data/values-schema\n---\n#@schema/type any=True\na: 1\n"));
  ASSERT_TRUE(schema);
  std::string text = "a:\n";
  for (int i = 0; i < 100'000; ++i) {
    text += "- {name: a, level: " + std::to_string(i) + "}\n";
  }
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  EXPECT_EQ(schema.Check(text, "a.yml").outcome, Outcome::kValid);
  const auto whole = Clock::now() - begin;
  CallOptions control;
  control.timeout = std::chrono::milliseconds(1);
  const auto again = Clock::now();
  EXPECT_EQ(schema.Check(text, "a.yml", control).outcome, Outcome::kLimit);
  EXPECT_LT(Clock::now() - again, whole / 2);
}

// Cancelling a call at any point leaves the schema usable.
TEST(SchemaTest, CancelledAtAnyTime) {
  constexpr size_t kDocuments = 2000;
  for (const Language& language : {Language{"schema.yml", kYamlSchema}, Language{"app.k", kKclSchema},
                                   Language{"a.schema.json", kJsonSchema}}) {
    const Schema schema = CompileOrDie(RequestOf(language.name, language.text));
    std::string text;
    for (size_t i = 0; i < kDocuments; ++i) {
      text += "---\nname: n" + std::to_string(i) + "\nreplicas: 0\n";
    }
    size_t cancelled = 0;
    for (int microseconds = 0; microseconds < 10'000; microseconds += 1000) {
      Cancellation cancellation;
      CallOptions control;
      control.cancellation = &cancellation;
      if (microseconds == 0) {
        cancellation.Cancel();  // ensures one cancelled call on a busy machine
      }
      std::thread host([&] {
        std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
        cancellation.Cancel();
      });
      const Report report = schema.Check(text, "many.yml", control);
      host.join();
      const bool is_whole = report.outcome == Outcome::kInvalid && report.findings.size() == kDocuments;
      EXPECT_TRUE(is_whole || (report.outcome == Outcome::kCancelled && report.findings.empty()));
      cancelled += is_whole ? 0 : 1;
    }
    EXPECT_GT(cancelled, 0u) << language.name;
    EXPECT_EQ(schema.Check("name: web\n", "good.yml").outcome, Outcome::kValid);
  }
}

TEST_P(EveryLanguage, DataValuesLieOverEveryDocument) {
  SchemaRequest request = RequestOf(GetParam().name, GetParam().text);
  request.inputs.push_back({"more.yml", "replicas: 7\n"});
  request.data_values = {{DataValue::Kind::kSet, "replicas=0"}, {DataValue::Kind::kYaml, "replicas=3"}};
  const Report report = CompileOrDie(request).Check("name: web\nreplicas: 2\n", "values.yml");
  // Helm's flags are applied after all other data values.
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].path_text, "replicas");
  EXPECT_EQ(report.findings[0].value.file, "(set arg)");
  request.data_values[0].text = "replicas=4";
  EXPECT_EQ(CompileOrDie(request).Check("name: web\nreplicas: 0\n", "values.yml").outcome, Outcome::kValid);
}

TEST_P(EveryLanguage, ADataValueThatIsNoneIsSaid) {
  SchemaRequest request = RequestOf(GetParam().name, GetParam().text);
  request.data_values = {{DataValue::Kind::kText, "replicas"}};
  const Schema::CompileResult compiled = Schema::Compile(request);
  ASSERT_EQ(compiled.report.findings.size(), 1u);
  EXPECT_EQ(compiled.report.findings[0].message, "expected `--data-value key=value`");
}

TEST(DataValueTest, FilesAreReadByTheReader) {
  SchemaRequest request = RequestOf("schema.yml", kYamlSchema);
  request.data_values = {{DataValue::Kind::kFile, "no.yml"}};
  EXPECT_EQ(RulesOf(Schema::Compile(request).report), std::vector<std::string>{"KV001"});
}

TEST(PolicyTest, ChoosesWhatCounts) {
  SchemaRequest request = RequestOf("schema.yml", kYamlSchema);
  const std::string text = "nmae: web\nreplicas: many\n";
  EXPECT_EQ(RulesOf(CompileOrDie(request).Check(text, "v.yml")),
            (std::vector<std::string>{"KV300", "KV301"}));
  request.policy.ignore = {"KV300"};
  EXPECT_EQ(RulesOf(CompileOrDie(request).Check(text, "v.yml")), std::vector<std::string>{"KV301"});
  request.policy.severity = {"type-mismatch=warning"};
  const Report report = CompileOrDie(request).Check(text, "v.yml");
  EXPECT_EQ(report.outcome, Outcome::kValid);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].severity, Severity::kWarning);
  request.policy = {};
  request.policy.select = {"type-mismatch"};
  EXPECT_EQ(RulesOf(CompileOrDie(request).Check(text, "v.yml")), std::vector<std::string>{"KV301"});
}

TEST(PolicyTest, WhatItCannotUseIsSaid) {
  SchemaRequest request = RequestOf("schema.yml", kYamlSchema);
  request.policy.ignore = {"KV9999"};
  EXPECT_NE(Schema::Compile(request).report.problem, "");
  request.policy = {};
  request.policy.baseline = "not JSON";
  EXPECT_NE(Schema::Compile(request).report.problem, "");
  // `ignore` does not apply to invalid YAML, because kval could not validate the document.
  request.policy = {};
  request.policy.ignore = {"ALL"};
  EXPECT_EQ(CompileOrDie(request).Check("a: [", "v.yml").outcome, Outcome::kInvalid);
}

}  // namespace
}  // namespace kval::api
