#include "src/lang/kcl/run/run.h"

#include <gtest/gtest.h>

#include "src/diag/collector.h"
#include "tests/kcl/vet_file.h"

namespace kval::kcl::run {
namespace {

class RunTest : public testing::Test {
 protected:
  std::string Run(RunRequest request) {
    request.inputs.push_back("/p/main.k");
    request.working_directory = "/p";
    RunOutcome outcome = kcl::run::Run(request, sources_, files_, emitter_);
    return outcome.ok ? outcome.text : "!" + FirstComplaint();
  }
  std::string FirstComplaint() {
    return collector_.diagnostics().empty() ? "" : collector_.diagnostics()[0].message;
  }

  source::MemoryFileReader files_;
  source::SourceMap sources_;
  diag::Collector collector_;
  diag::Emitter emitter_{&collector_};
};

TEST_F(RunTest, OptionsAreJsonOrText) {
  files_.Add("/p/main.k",
             "a = option(\"a\")\nb = option(\"b\")\nc = option(\"c\")\nd = option(\"d\", default=1)\n");
  RunRequest request;
  request.options = {"a=[1, 2]", "b=text", "c=False", "a={\"x\": 1}"};
  EXPECT_EQ(Run(request), "a:\n  x: 1\nb: text\nc: false\nd: 1\n");
}

TEST_F(RunTest, AnOptionNeedsExactlyOneEqualsSign) {
  for (const char* option : {"key", "key=", "=1", "a=b=c"}) {
    files_.Add("/p/main.k", "a = 1\n");
    RunRequest request;
    request.options = {option};
    EXPECT_EQ(Run(request), "!EvaluationError: Invalid value for top level arguments") << option;
  }
}

TEST_F(RunTest, LaterSettingsWinAndFlagsWinOverAll) {
  files_.Add("/p/main.k", "a = option(\"key\")\nb = None\n_c = 1\n");
  files_.Add("/p/one.yaml",
             "kcl_cli_configs:\n  disable_none: true\nkcl_options:\n- key: key\n  value: v1\n");
  files_.Add("/p/two.yaml", "kcl_options:\n- key: key\n  value: v2\n");
  RunRequest request;
  request.settings = {"/p/one.yaml", "/p/two.yaml"};
  EXPECT_EQ(Run(request), "a: v2\n");
  request.options = {"key=v3"};
  request.plan.show_hidden = true;
  EXPECT_EQ(Run(request), "a: v3\n_c: 1\n");
}

TEST_F(RunTest, WhatIsHiddenIsLeftOutWhereverItLies) {
  files_.Add("/p/main.k",
             "schema S:\n    p: int\n    q?: int\n    _r: int = 1\n"
             "a = {x = 1, l = [{w = 1}, {z = 2, _h = 3, m = None}, [None, 4]], e = {_h = 1}}\n"
             "s = S {p = 5}\n_c = 1\nf = lambda x {x}\n");
  RunRequest request;
  EXPECT_EQ(Run(request),
            "a:\n  x: 1\n  l:\n  - w: 1\n  - z: 2\n    m: null\n  - - null\n    - 4\n  e: {}\ns:\n  p: 5\n");
  request.plan.disable_none = true;
  EXPECT_EQ(Run(request), "a:\n  x: 1\n  l:\n  - w: 1\n  - z: 2\n  - - 4\n  e: {}\ns:\n  p: 5\n");
}

TEST_F(RunTest, SettingsThatAreNoneAreRefused) {
  files_.Add("/p/main.k", "a = 1\n");
  files_.Add("/p/bad.yaml", "kcl_options:\n  key: value\n");
  RunRequest request;
  request.settings = {"/p/bad.yaml"};
  EXPECT_EQ(Run(request), "!EvaluationError: Failed to load '/p/bad.yaml', invalid setting file format");
}

TEST_F(RunTest, SelectorsChooseAPart) {
  files_.Add("/p/main.k", "a = {b = [{c = 1}, {c = 2}]}\nd = 3\n");
  RunRequest request;
  request.plan.selectors = {"a.b.1.c"};
  EXPECT_EQ(Run(request), "2\n");
  request.plan.selectors = {"a.b"};
  EXPECT_EQ(Run(request), "c: 1\n---\nc: 2\n");
  request.plan.selectors = {"a.x"};
  EXPECT_EQ(Run(request), "!EvaluationError: invalid path select operand a.x, value not found");
}

TEST_F(RunTest, OverridesReplaceAndRemove) {
  files_.Add("/p/main.k",
             "schema S:\n    a: int = 1\n    b: int = a + 1\n    c?: {str:int}\ns = S {c = {x = 1, y = "
             "2}}\nn = 3\n");
  RunRequest request;
  request.overrides = {"s.a=8", ":s.c.x-", "n=4"};
  EXPECT_EQ(Run(request), "s:\n  a: 8\n  b: 9\n  c:\n    'y': 2\n'n': 4\n");
}

TEST_F(RunTest, HiddenNamesFunctionsAndUndefinedAreLeftOut) {
  files_.Add("/p/main.k", "a = {_x = 1, y = [Undefined, None]}\nf = lambda { 1 }\n_g = 2\n");
  RunRequest request;
  EXPECT_EQ(Run(request), "a:\n  'y':\n  - null\n");
  request.plan.disable_none = true;
  request.plan.format = OutputFormat::kJson;
  EXPECT_EQ(Run(request), "{\n    \"a\": {\n        \"y\": []\n    }\n}\n");
}

class VetTest : public RunTest {
 protected:
  // Returns `path: message` for each finding.
  std::vector<std::string> Vet(std::string data, std::string schema = "") {
    files_.Add("/p/data.yaml", std::move(data));
    VetRequest request;
    request.schema_file = "/p/main.k";
    request.schema = std::move(schema);
    bool ok = VetFile(request, "/p/data.yaml", sources_, files_, emitter_);
    std::vector<std::string> all;
    for (const diag::Diagnostic& diagnostic : collector_.diagnostics()) {
      all.push_back(diag::Display(diagnostic.path) + ": " + diagnostic.message);
    }
    EXPECT_EQ(ok, all.empty());
    return all;
  }
};

constexpr const char* kSchema =
    "schema Service:\n"
    "    name: str\n"
    "    ports: [Port]\n"
    "schema Port:\n"
    "    number: int\n"
    "    check:\n"
    "        number < 65536, \"out of range\"\n";

TEST_F(VetTest, GoodDataIsGood) {
  files_.Add("/p/main.k", kSchema);
  EXPECT_TRUE(Vet("name: web\nports:\n- number: 80\n").empty());
}

TEST_F(VetTest, AllFailingChecksAreReportedWithTheirPaths) {
  files_.Add("/p/main.k", kSchema);
  EXPECT_EQ(
      Vet("name: web\nports:\n- number: 80000\n- number: 80\n- number: 90000\n"),
      (std::vector<std::string>{"ports[0].number: EvaluationError: Instance check failed: out of range",
                                "ports[2].number: EvaluationError: Instance check failed: out of range"}));
}

TEST_F(VetTest, TypesAndKeysAreReportedBeforeAnythingIsEvaluated) {
  files_.Add("/p/main.k", kSchema);
  std::vector<std::string> wrong = Vet("name: 1\nports: []\ncolor: red\n");
  ASSERT_EQ(wrong.size(), 2U);
  EXPECT_NE(wrong[0].find("name: TypeError: expected str, got int(1)"), std::string::npos) << wrong[0];
  EXPECT_NE(wrong[1].find("color: CompileError: Cannot add member 'color' to schema 'Service'"),
            std::string::npos)
      << wrong[1];
}

TEST_F(VetTest, EachElementOfAListIsAnInstance) {
  files_.Add("/p/main.k", kSchema);
  EXPECT_EQ(Vet("- number: 1\n- number: 70000\n", "Port"),
            (std::vector<std::string>{"[1].number: EvaluationError: Instance check failed: out of range"}));
}

TEST_F(VetTest, AssertsOfTheProgramSeeTheData) {
  files_.Add("/p/main.k", "schema S:\n    a: int\nassert value.a > 1, \"a is small\"\n");
  EXPECT_EQ(Vet("a: 1\n"), (std::vector<std::string>{": EvaluationError: a is small"}));
}

}  // namespace
}  // namespace kval::kcl::run
