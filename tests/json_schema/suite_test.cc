// Runs the JSON-Schema-Test-Suite, if it is available: every required test of five drafts, and at least 97 %
// of the optional tests must pass. KVAL_LIST=1 lists failing tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "schemas/json_schema/json_schema.h"
#include "schemas/json_schema/schema_files.h"
#include "src/check/validation_state.h"
#include "src/diag/collector.h"
#include "src/findings/report_violations.h"
#include "src/yaml/document.h"

namespace kval::schemas::json_schema {
namespace {

namespace fs = std::filesystem;

struct Count {
  int right = 0;
  int all = 0;
  std::vector<std::string> wrong;
};

std::string Words(const value::Value& value) {
  return std::string(value.raw);
}

class Suite {
 public:
  explicit Suite(std::string directory) : directory_(std::move(directory)) {}

  Count RunDraft(const std::string& name, Draft draft, bool optional) {
    Count count;
    const std::string root = directory_ + "/tests/" + name;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
      const std::string path = entry.path().string();
      const bool is_optional = path.find("/optional/") != std::string::npos;
      const bool is_test = entry.is_regular_file() && path.ends_with(".json") && is_optional == optional;
      if (is_test) {
        RunFile(path, path.substr(root.size() + 1), draft, count);
      }
    }
    return count;
  }

 private:
  void RunFile(const std::string& path, const std::string& name, Draft draft, Count& count) {
    source::DiskFileReader reader;
    source::SourceMap sources;
    Arena arena;
    diag::Collector errors;
    diag::Emitter emit(&errors);
    const auto file = sources.Load(reader, path);
    ASSERT_TRUE(file.ok()) << path;
    yaml::ReadOptions options;
    options.dialect = value::Dialect::kYaml12;
    const yaml::File read = yaml::ReadFile(**file, options, arena, emit);
    ASSERT_FALSE(read.documents.empty()) << path;
    for (const value::Value* group : read.documents[0].root->items()) {
      RunGroup(*group, name, draft, sources, reader, arena, count);
    }
  }

  void RunGroup(const value::Value& group, const std::string& name, Draft draft, source::SourceMap& sources,
                source::FileReader& reader, Arena& arena, Count& count) {
    diag::Collector errors;
    diag::Emitter emit(&errors);
    yaml::ReadOptions reading;
    reading.dialect = value::Dialect::kYaml12;
    SchemaFiles files("", {{"http://localhost:1234/", directory_ + "/remotes"}}, reading, reader, sources,
                      arena, emit);
    Interner interner;
    types::Model model(&interner);
    JsonSchemaRequest request;
    request.schema = value::Find(group, "schema");
    request.uri = "test:///schema";
    request.default_draft = draft;
    request.asserts_formats = name.find("optional/format") != std::string::npos;
    request.load = [&](const std::string& uri, std::string& retrieved) { return files.Load(uri, retrieved); };
    const bool compiles = Compile(request, arena, model, emit) == CompileStatus::kWhole;
    for (const value::Value* test : value::Find(group, "tests")->items()) {
      diag::Collector found;
      diag::Emitter silent(&found);
      check::ValidationState worker;
      const bool is_valid =
          compiles && findings::ReportViolations(*value::Find(*test, "data"), model, {}, worker, silent);
      const bool is_right = compiles && is_valid == value::Find(*test, "valid")->boolean &&
                            is_valid == found.diagnostics().empty();
      ++count.all;
      count.right += is_right ? 1 : 0;
      if (!is_right) {
        std::string why = compiles
                              ? ""
                              : " (" +
                                    (errors.diagnostics().empty() ? std::string("?")
                                                                  : errors.diagnostics().front().message) +
                                    ")";
        if (compiles && !found.diagnostics().empty()) {
          why =
              " (" + diag::Display(found.diagnostics()[0].path) + ": " + found.diagnostics()[0].message + ")";
        }
        count.wrong.push_back(name + ": " + Words(*value::Find(group, "description")) + ": " +
                              Words(*value::Find(*test, "description")) + why);
      }
    }
  }

  std::string directory_;
};

const std::map<std::string, Draft>& Drafts() {
  static const auto& drafts = *new std::map<std::string, Draft>{{"draft4", Draft::k4},
                                                                {"draft6", Draft::k6},
                                                                {"draft7", Draft::k7},
                                                                {"draft2019-09", Draft::k2019},
                                                                {"draft2020-12", Draft::k2020}};
  return drafts;
}

std::string Directory() {
  const char* set = std::getenv("KVAL_CONFORMANCE");
  return std::string(set != nullptr ? set : KVAL_CONFORMANCE) + "/json-schema";
}

Count RunAll(bool optional) {
  Count all;
  Suite suite(Directory());
  for (const auto& [name, draft] : Drafts()) {
    const Count count = suite.RunDraft(name, draft, optional);
    std::printf("%s: %d of %d\n", name.c_str(), count.right, count.all);
    all.right += count.right;
    all.all += count.all;
    for (const std::string& wrong : count.wrong) {
      all.wrong.push_back(name + "/" + wrong);
    }
  }
  if (std::getenv("KVAL_LIST") != nullptr) {
    for (const std::string& wrong : all.wrong) {
      std::printf("  %s\n", wrong.c_str());
    }
  }
  return all;
}

TEST(JsonSchemaSuite, EveryRequiredTestOfTheFiveDrafts) {
  if (!fs::exists(Directory())) {
    GTEST_SKIP() << "the test suite is not beside the project";
  }
  const Count count = RunAll(false);
  EXPECT_GT(count.all, 4000);
  EXPECT_EQ(count.right, count.all);
}

TEST(JsonSchemaSuite, NearlyAllOptionalTests) {
  if (!fs::exists(Directory())) {
    GTEST_SKIP() << "the test suite is not beside the project";
  }
  const Count count = RunAll(true);
  EXPECT_GE(count.right * 100, count.all * 97) << count.right << " of " << count.all;
}

}  // namespace
}  // namespace kval::schemas::json_schema
