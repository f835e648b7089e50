#include <memory>

#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/usage.h"
#include "src/diag/kind.h"
#include "src/diag/resource_rule.h"
#include "src/policy/rule_choice.h"
#include "src/report/json_writer.h"
#include "src/types/type.h"

namespace kval::cli {
namespace {

std::string Padded(std::string_view text, size_t width) {
  return std::string(text) + std::string(text.size() < width ? width - text.size() : 1, ' ');
}

void WriteText(std::string& out) {
  for (const diag::KindEntry& entry : diag::AllKinds()) {
    out += diag::CodeOf(entry.kind) + "  " + Padded(diag::SeverityName(entry.severity), 8) +
           Padded(entry.name, 26) + std::string(entry.summary) + "\n";
  }
  for (const diag::ResourceRuleEntry& rule : diag::ResourceRules()) {
    const std::string versions = rule.versions.empty() ? "" : " (" + std::string(rule.versions) + ")";
    out += diag::CodeOf(rule.kind.kind) + " " + Padded(diag::SeverityName(rule.kind.severity), 8) +
           Padded("of " + diag::CodeOf(diag::GroupOf(rule.kind.kind)), 26) + std::string(rule.kind.summary) +
           versions + "\n";
  }
}

void WriteJson(std::string& out) {
  report::JsonWriter json(report::JsonWriter::JsonLayout::kIndented);
  json.BeginArray();
  for (const diag::KindEntry& entry : diag::AllKinds()) {
    json.BeginObject().Field("code", diag::CodeOf(entry.kind)).Field("name", entry.name);
    json.Field("severity", diag::SeverityName(entry.severity)).Field("summary", entry.summary);
    json.Key("ignorable").Bool(policy::MayBeIgnored(entry.kind)).EndObject();
  }
  for (const diag::ResourceRuleEntry& rule : diag::ResourceRules()) {
    json.BeginObject().Field("code", diag::CodeOf(rule.kind.kind)).Field("name", rule.kind.name);
    json.Field("severity", diag::SeverityName(rule.kind.severity)).Field("summary", rule.kind.summary);
    json.Field("group", diag::CodeOf(diag::GroupOf(rule.kind.kind)))
        .OptionalField("versions", std::string(rule.versions));
    json.Key("ignorable").Bool(true).EndObject();
  }
  json.EndArray();
  out += json.Take();
}

}  // namespace

RunCommand DeclareRules(CommandApp& app) {
  auto format = std::make_shared<std::string>("text");
  app.add_option("-o,--output-format", *format, "text or json")->capture_default_str();
  return [format](const ProcessEnvironment&, CommandOutput& output) -> int {
    std::string message;
    if (!IsChoice("-o", *format, {"text", "json"}, message)) {
      return ReportUsageError(output, message);
    }
    *format == "json" ? WriteJson(output.out) : WriteText(output.out);
    return kOk;
  };
}

}  // namespace kval::cli
