// Uses the installed kval library and keeps running after every kind of failed call.
#include <kval/kval.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace api = kval::api;

// Called by a failing KVAL_CHECK. The test calls it to simulate a bug in kval.
namespace kval::internal {
[[noreturn]] void CheckFailed(const char* condition, const char* file, int line);
}

namespace {

constexpr const char* kSchema =
    "#@data/values-schema\n---\nname: app\n#@schema/validation min=1\nreplicas: 1\n";

int failures = 0;

void Expect(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "does not hold: %s\n", what);
    ++failures;
  }
}

api::SchemaRequest RequestOf(const char* schema) {
  api::SchemaRequest request;
  request.inputs.push_back({"schema.yml", std::string(schema), api::Input::InputUse::kByContent});
  return request;
}

void FindsErrors() {
  const api::Schema::CompileResult compiled = api::Schema::Compile(RequestOf(kSchema));
  Expect(compiled.report.outcome == api::Outcome::kValid && compiled.schema, "the schema compiles");
  Expect(compiled.schema.Check("name: web\n", "good.yml").outcome == api::Outcome::kValid, "good values");
  const api::Report report = compiled.schema.Check("name: web\nreplicas: many\n", "bad.yml");
  Expect(report.outcome == api::Outcome::kInvalid && report.findings.size() == 1, "one fault");
  if (report.findings.size() == 1) {
    const api::Finding& finding = report.findings[0];
    Expect(finding.value.file == "bad.yml" && finding.value.line == 2 && finding.value.column == 11,
           "its place");
    Expect(finding.schema.file == "schema.yml" && finding.schema.line == 5, "the schema's place");
    Expect(finding.path_text == "replicas", "its path");
  }
}

void SurvivesAnInvalidSchema() {
  const api::Schema::CompileResult compiled =
      api::Schema::Compile(RequestOf("#@data/values-schema\n---\n#@schema/type any=\nname: [\n"));
  Expect(compiled.report.outcome == api::Outcome::kUnusable && !compiled.report.findings.empty(), "told");
  Expect(!compiled.schema, "no schema comes of it");
  Expect(compiled.schema.Check("name: 1\n", "a.yml").outcome == api::Outcome::kUnusable,
         "nothing is checked");
}

class BrokenReader final : public api::Reader {
 public:
  explicit BrokenReader(bool is_bug) : is_bug_(is_bug) {}

  Kind KindOf(const std::string&) override { return Kind::kFile; }
  bool Read(const std::string&, std::string&, std::string&) override {
    if (is_bug_) {
      kval::internal::CheckFailed("injected", "consumer", 7);
    }
    throw std::runtime_error("the host's own fault");
  }
  std::vector<std::string> List(const std::string&) override { return {}; }

 private:
  bool is_bug_;
};

void SurvivesABug() {
  api::SchemaRequest request;
  request.inputs.push_back({"schema.yml", std::nullopt, api::Input::InputUse::kByContent});
  request.reader = std::make_shared<BrokenReader>(true);
  std::string reported;
  api::CallOptions control;
  control.on_bug = [&reported](const api::Bug& bug) { reported = bug.what + " " + std::to_string(bug.line); };
  Expect(api::Schema::Compile(request, control).report.outcome == api::Outcome::kBug,
         "a bug ends the call only");
  Expect(reported == "injected 7", "the host is told");
  request.reader = std::make_shared<BrokenReader>(false);
  Expect(api::Schema::Compile(request).report.outcome == api::Outcome::kUnusable, "the reader may throw");
}

// A rule whose evaluation takes minutes.
constexpr const char* kSlow =
    "#@ def slow(v):\n#@   n = 0\n#@   for i in range(100000000):\n#@     n += i\n#@   end\n#@   return "
    "True\n"
    "#@ end\n#@data/values-schema\n---\n#@schema/validation (\"slow\", slow)\nname: app\n";

void SurvivesACancellation() {
  api::SchemaRequest request = RequestOf(kSlow);
  request.limits = {{"starlark-steps", "100000000000"}};
  const api::Schema::CompileResult compiled = api::Schema::Compile(request);
  Expect(bool(compiled.schema), "the slow schema compiles");
  api::Cancellation cancellation;
  api::CallOptions control;
  control.cancellation = &cancellation;
  std::thread host([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    cancellation.Cancel();
  });
  Expect(compiled.schema.Check("name: a\n", "a.yml", control).outcome == api::Outcome::kCancelled,
         "cancelled");
  host.join();
  api::CallOptions late;
  late.timeout = std::chrono::milliseconds(50);
  const api::Report report = compiled.schema.Check("name: a\n", "a.yml", late);
  Expect(report.outcome == api::Outcome::kLimit && report.findings.size() == 1, "late");
  Expect(!report.findings.empty() && report.findings[0].rule == "KV026", "KV026");
}

}  // namespace

int main() {
  FindsErrors();
  SurvivesAnInvalidSchema();
  SurvivesABug();
  SurvivesACancellation();
  FindsErrors();
  return failures == 0 ? 0 : 1;
}
