#include "src/policy/baseline.h"

#include "src/diag/resource_rule.h"
#include "src/json/document.h"
#include "src/policy/rule_choice.h"
#include "src/report/fingerprint.h"
#include "src/report/json_writer.h"
#include "src/report/source_location.h"
#include "src/support/substitute.h"

namespace kval::policy {
namespace {

constexpr std::string_view kFormat = "kval-baseline/1";

Failure Unusable(std::string_view name, std::string_view why) {
  return {Substitute("{} is not a baseline file: {}", name, why)};
}

}  // namespace

Result<Baseline> Baseline::Read(std::string_view text, std::string_view name) {
  json::Document document;
  if (!document.Parse(text) || !document.root()->is(json::JsonKind::kObject)) {
    return Unusable(name, "it is not a JSON object");
  }
  const json::Value* format = document.root()->Find("format");
  const json::Value* findings = document.root()->Find("findings");
  const bool is_ours = format != nullptr && format->string() == kFormat;
  if (!is_ours || findings == nullptr || !findings->is(json::JsonKind::kArray)) {
    return Unusable(name, "`kval check --write-baseline FILE` writes one");
  }
  Baseline baseline;
  for (const json::Value& finding : *findings) {
    const json::Value* fingerprint = finding.Find("fingerprint");
    if (fingerprint == nullptr || !fingerprint->is(json::JsonKind::kString)) {
      return Unusable(name, "a finding has no fingerprint");
    }
    baseline.known_[std::string(fingerprint->text)] = true;
  }
  return baseline;
}

std::string WriteBaseline(const report::Findings& findings, const report::RenderOptions& options) {
  const std::vector<std::string> fingerprints = report::Fingerprints(findings, options);
  report::JsonWriter json(report::JsonWriter::JsonLayout::kIndented);
  json.BeginObject().Field("format", kFormat).Key("findings").BeginArray();
  for (size_t i = 0; i < findings.diagnostics.size(); ++i) {
    const diag::Diagnostic& finding = findings.diagnostics[i];
    if (!MayBeIgnored(finding.kind) || finding.severity == diag::Severity::kNote) {
      continue;
    }
    json.BeginObject().Field("code", diag::CodeOf(diag::GroupOf(finding.kind)));
    if (const diag::Label* primary = report::GetPrimaryLabel(findings, finding)) {
      json.Field("file", report::RelativeName(findings.sources.FileOf(primary->span).name(), options));
    }
    json.OptionalField("path", diag::Display(finding.path));
    json.Field("fingerprint", "sha256:" + fingerprints[i]).EndObject();
  }
  json.EndArray().EndObject();
  return json.Take();
}

}  // namespace kval::policy
