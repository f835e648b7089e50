#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/driver/kubernetes/policy_test_run.h"
#include "src/report/escape_controls.h"
#include "src/report/json_writer.h"
#include "src/report/text.h"

namespace kval::cli {
namespace {

using driver::PolicyTestLine;
using Verdict = PolicyTestLine::Verdict;

// In the order of the verdicts.
constexpr std::string_view kVerdicts[] = {"as expected", "different", "not applied", "not evaluated"};
using Counts = std::array<size_t, std::size(kVerdicts)>;

std::string_view NameOf(Verdict verdict) {
  return kVerdicts[static_cast<size_t>(verdict)];
}

Counts CountsOf(const driver::PolicyTestResult& result) {
  Counts counts = {};
  for (const driver::PolicyTestFile& test : result.tests) {
    for (const PolicyTestLine& line : test.lines) {
      ++counts[static_cast<size_t>(line.verdict)];
    }
  }
  return counts;
}

// `quiet`: only what is different.
void WriteText(const driver::PolicyTestResult& result, const Counts& counts, bool quiet, std::string& out) {
  for (const driver::PolicyTestFile& test : result.tests) {
    for (const PolicyTestLine& line : test.lines) {
      if (quiet && line.verdict != Verdict::kDifferent) {
        continue;
      }
      const std::string resource = line.resource.empty() ? std::string() : " for " + line.resource;
      out += std::string(NameOf(line.verdict)) + ": " +
             report::Escape(test.path + ": policy `" + line.policy + "`" + resource + ": " + line.text) +
             "\n";
    }
  }
  if (quiet || result.tests.empty()) {
    return;
  }
  for (size_t i = 0; i < counts.size(); ++i) {
    out += (i == 0 ? "" : ", ") + std::to_string(counts[i]) + " " + std::string(kVerdicts[i]);
  }
  out += " in " + std::to_string(result.tests.size()) + (result.tests.size() == 1 ? " test\n" : " tests\n");
}

void WriteJson(const driver::PolicyTestResult& result, std::string& out) {
  report::JsonWriter json(report::JsonWriter::JsonLayout::kIndented);
  json.BeginArray();
  for (const driver::PolicyTestFile& test : result.tests) {
    for (const PolicyTestLine& line : test.lines) {
      json.BeginObject().Field("test", test.path).Field("verdict", NameOf(line.verdict));
      json.Field("policy", line.policy).OptionalField("resource", line.resource).Field("text", line.text);
      json.EndObject();
    }
  }
  json.EndArray();
  out += report::EscapeControlsInJson(json.Take());
}

struct TestState {
  std::vector<std::string> paths;
  std::string format = "text";
  ReadingOptions reading;
  ReportOptions report;
};

int RunTests(const TestState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  Limits limits;
  std::string message;
  if (!IsChoice("-o", state.format, {"text", "json"}, message) ||
      !CheckReportOptions(state.report, message) || !ReadLimits(state.reading, limits, message)) {
    return ReportUsageError(output, message);
  }
  driver::Session& session = NewSession(output, limits, LinkDestinations(state.reading), state.report, false);
  StartDeadline(state.report, session.limits, environment, false, output);
  const std::vector<std::string> paths = state.paths.empty() ? std::vector<std::string>{"."} : state.paths;
  const driver::PolicyTestResult result = driver::RunPolicyTests(
      paths, session.limits, schemas::kubernetes::ApiTable::Builtin(), *output.reader, session);
  WriteFindings(state.report, result.tests.size(), environment, {&output.err, environment.stderr_is_terminal},
                output);
  const Counts counts = CountsOf(result);
  state.format == "json" ? WriteJson(result, output.out)
                         : WriteText(result, counts, state.report.quiet, output.out);
  if (!result.is_usable) {
    return ExitCodeOf(state.report, output, kUnusable);
  }
  const bool differs = counts[static_cast<size_t>(Verdict::kDifferent)] > 0;
  return differs && !state.report.exit_zero ? kFindings : kOk;
}

}  // namespace

RunCommand DeclarePolicyTests(CommandApp& app) {
  auto state = std::make_shared<TestState>();
  app.add_option("PATHS", state->paths,
                 "tests, or directories with files of these names (default: the working directory)");
  app.add_option("-o,--output-format", state->format, "text or json")->capture_default_str();
  AddReadingOptions(app, state->reading);
  AddReportOptions(app, state->report, false);
  return [state](const ProcessEnvironment& environment, CommandOutput& output) {
    return RunTests(*state, environment, output);
  };
}

}  // namespace kval::cli
