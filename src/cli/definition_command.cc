#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "schemas/crd/rules/rule_costs.h"
#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/cli/run_with_fixes.h"
#include "src/cli/usage.h"
#include "src/driver/kubernetes/definition_costs.h"
#include "src/driver/kubernetes/definition_diff.h"
#include "src/report/json_writer.h"
#include "src/report/text.h"

namespace kval::cli {
namespace {

using driver::DefinitionCost;

using schemas::crd::rules::kMostCostOfExpression;
using schemas::crd::rules::kMostCostOfSchema;
using schemas::crd::rules::RuleEstimate;

// "12.5 %", "1250 %", "more than 10000 %".
std::string ShareText(uint64_t cost, uint64_t most) {
  const double share = 100.0 * static_cast<double>(cost) / static_cast<double>(most);
  constexpr double kLargest = 10'000;
  if (share > kLargest) {
    return "more than 10000 %";
  }
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), share < 100 ? "%.1f %%" : "%.0f %%", share);
  return text.data();
}

std::string RemedyOf(const RuleEstimate& rule) {
  constexpr size_t kMostShown = 3;
  std::string text;
  for (size_t i = 0; i < std::min(rule.drivers.size(), kMostShown); ++i) {
    const RuleEstimate::UnboundedValue& driver = rule.drivers[i];
    text += (i == 0 ? "no " : ", no ") + std::string(driver.keyword) + " at `" +
            (driver.field.empty() ? "self" : driver.field) + "`";
  }
  if (rule.cost <= kMostCostOfExpression) {
    return text;
  }
  if (rule.remedy) {
    return text + ": " + std::string(rule.drivers[0].keyword) + ": " + std::to_string(*rule.remedy) +
           " keeps the cost within the limit";
  }
  if (rule.drivers.size() > 1) {
    return text + ": one bound is not enough";
  }
  return text.empty() ? "simplify the rule" : text + ": simplify the rule";
}

std::string OneLine(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool is_space = c == '\n' || c == ' ' || c == '\t';
    if (!is_space || (!line.empty() && line.back() != ' ')) {
      line += is_space ? ' ' : c;
    }
  }
  return line;
}

void WriteText(const std::vector<DefinitionCost>& costs, const driver::Session& session, std::string& out) {
  for (const DefinitionCost& cost : costs) {
    out += (out.empty() ? "" : "\n") + report::Escape(cost.definition + " " + cost.version) + ": " +
           Count(cost.rules.size(), "rule") + ", " + ShareText(cost.total, kMostCostOfSchema) +
           " of the limit of a schema\n";
    for (const RuleEstimate& rule : cost.rules) {
      const source::LineColumn at = session.sources.Locate(rule.expression->span.begin);
      out += "  " + (rule.error.empty() ? ShareText(rule.cost, kMostCostOfExpression) : "invalid") + "  " +
             report::Escape(session.sources.FileOf(rule.expression->span).name()) + ":" +
             std::to_string(at.line) + "  " + report::Escape(rule.field.empty() ? "self" : rule.field) +
             ": " + report::Escape(OneLine(rule.expression->raw)) + "\n";
      const std::string remedy = rule.error.empty() ? RemedyOf(rule) : OneLine(rule.error);
      out += remedy.empty() ? "" : "    " + report::Escape(remedy) + "\n";
    }
  }
}

void WriteJson(const std::vector<DefinitionCost>& costs, const driver::Session& session, std::string& out) {
  report::JsonWriter json(report::JsonWriter::JsonLayout::kIndented);
  json.BeginArray();
  for (const DefinitionCost& cost : costs) {
    json.BeginObject().Field("definition", cost.definition).Field("version", cost.version);
    json.Field("cost", cost.total).Field("limit", kMostCostOfSchema).Key("rules").BeginArray();
    for (const RuleEstimate& rule : cost.rules) {
      const source::LineColumn at = session.sources.Locate(rule.expression->span.begin);
      json.BeginObject().Field("file", session.sources.FileOf(rule.expression->span).name());
      json.Field("line", at.line).Field("path", diag::JsonPointer(rule.path)).Field("field", rule.field);
      json.Field("expression", rule.expression->raw);
      if (!rule.error.empty()) {
        json.Field("error", rule.error).EndObject();
        continue;
      }
      json.Field("cost", rule.cost).Field("limit", kMostCostOfExpression);
      json.Key("drivers").BeginArray();
      for (const RuleEstimate::UnboundedValue& driver : rule.drivers) {
        json.BeginObject().Field("field", driver.field).Field("keyword", driver.keyword).EndObject();
      }
      json.EndArray();
      if (rule.remedy) {
        json.Field("remedy", *rule.remedy);
      }
      json.EndObject();
    }
    json.EndArray().EndObject();
  }
  json.EndArray();
  out += json.Take();
}

bool Exceeds(const DefinitionCost& cost) {
  return cost.total > kMostCostOfSchema ||
         std::any_of(cost.rules.begin(), cost.rules.end(), [](const RuleEstimate& rule) {
           return rule.cost > kMostCostOfExpression || !rule.error.empty();
         });
}

// `kval k8s crd cost`: the estimated costs of the CEL rules of CustomResourceDefinitions, with what drives
// them.
struct CostState {
  std::vector<std::string> paths;
  std::string format = "text";
  ReadingOptions reading;
};

// Returns the exit code: kFindings if a rule does not compile or a cost exceeds a limit of the API server.
int RunCost(const CostState& state, CommandOutput& output) {
  std::string message;
  Limits limits;
  if (!IsChoice("-o", state.format, {"text", "json"}, message) ||
      !ReadLimits(state.reading, limits, message)) {
    return ReportUsageError(output, message);
  }
  if (state.paths.empty()) {
    return ReportUsageError(output, "pass CustomResourceDefinitions",
                            "for example `kval k8s crd cost config/crd/bases/`");
  }
  const ReportOptions report;
  driver::Session& session = NewSession(output, limits, LinkDestinations(state.reading), report, false);
  output.report = nullptr;
  const driver::DefinitionCosts found = driver::EstimateDefinitions(state.paths, *output.reader, session);
  if (!found.is_usable) {
    for (const diag::Diagnostic& finding : session.findings.diagnostics()) {
      ReportUsageError(output, finding.message, "`kval k8s` validates the definitions");
    }
    return kUnusable;
  }
  state.format == "json" ? WriteJson(found.costs, session, output.out)
                         : WriteText(found.costs, session, output.out);
  return std::any_of(found.costs.begin(), found.costs.end(), Exceeds) ? kFindings : kOk;
}

struct DiffState {
  std::vector<std::string> paths;  // the old and the new one
  ReadingOptions reading;
  ReportOptions report;

  CheckResult Compare(const ProcessEnvironment& environment, CommandOutput& output) const {
    const auto refused = [&output](const std::string& message) {
      return Refused(ReportUsageError(output, message));
    };
    Limits limits;
    std::string message;
    if (!ReadLimits(reading, limits, message)) {
      return refused(message);
    }
    driver::Session& session = NewSession(output, limits, LinkDestinations(reading), report, true);
    Result<policy::Policy> policy = PolicyOf(report, *output.reader);
    if (!policy) {
      return refused(policy.failure().message);
    }
    StartDeadline(report, limits, environment, true, output);
    const driver::DefinitionDiffResult result =
        driver::CompareDefinitionFiles(paths.front(), paths.back(), *output.reader, session);
    return {std::nullopt,
            *std::move(policy),
            result.is_usable ? kFindings : kUnusable,
            result.file_count,
            report,
            "with " + Count(result.definition_count, "definition")};
  }
};

int RunDiff(const DiffState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  std::string message;
  if (!CheckReportOptions(state.report, message)) {
    return ReportUsageError(output, message);
  }
  constexpr size_t kBoth = 2;
  if (state.paths.size() != kBoth) {
    return ReportUsageError(output, "pass the old and the new CustomResourceDefinitions",
                            "for example `kval k8s crd diff old/ config/crd/bases/`");
  }
  const CheckOnce compare = [&](const TextOverrides&, CommandOutput& target) {
    return state.Compare(environment, target);
  };
  return RunCheckWithFixes({}, compare, environment, output);
}

}  // namespace

RunCommand DeclareDefinitions(CommandApp& app) {
  auto state = std::make_shared<DiffState>();
  CommandApp& diff = *app.add_subcommand(
      "diff", "report breaking and compatible changes between two versions of CustomResourceDefinitions");
  diff.add_option("PATHS", state->paths, "OLD NEW: two files or directories with CustomResourceDefinitions");
  AddReadingOptions(diff, state->reading);
  AddReportOptions(diff, state->report, true);
  auto costs = std::make_shared<CostState>();
  CommandApp& cost = *app.add_subcommand(
      "cost", "estimate the costs of CEL rules as the API server does, and show what drives them");
  cost.add_option("PATHS", costs->paths, "files or directories with CustomResourceDefinitions");
  cost.add_option("-o,--output-format", costs->format, "text or json")->capture_default_str();
  AddReadingOptions(cost, costs->reading);
  return [state, costs, &diff, &cost](const ProcessEnvironment& environment, CommandOutput& output) {
    if (cost.parsed()) {
      return RunCost(*costs, output);
    }
    if (!diff.parsed()) {
      return ReportUsageError(output, "k8s crd requires a subcommand: diff or cost",
                              "to validate manifests in a directory named `crd`, write `kval k8s ./crd`");
    }
    return RunDiff(*state, environment, output);
  };
}

}  // namespace kval::cli
