#include "src/policy/baseline.h"

#include <rapidjson/document.h>

#include <algorithm>

#include "src/policy/rule_choice.h"
#include "src/report/fingerprint.h"
#include "src/report/json_writer.h"
#include "src/report/place.h"
#include "src/support/substitute.h"
#include "src/support/throwing_allocator.h"

namespace kval::policy {
namespace {

// Of a file that may be large, in memory that may be little.
using Document =
    rapidjson::GenericDocument<rapidjson::UTF8<>, rapidjson::MemoryPoolAllocator<ThrowingAllocator>,
                               ThrowingAllocator>;

constexpr std::string_view kFormat = "kval-baseline/1";

Failure Unusable(std::string_view name, std::string_view why) {
  return {Substitute("{} is no baseline: {}", name, why)};
}

}  // namespace

Result<Baseline> Baseline::Read(std::string_view json, std::string_view name) {
  Document document;
  document.Parse<rapidjson::kParseIterativeFlag>(json.data(), json.size());
  if (document.HasParseError() || !document.IsObject()) {
    return Unusable(name, "it is not a JSON object");
  }
  const auto format = document.FindMember("format");
  const auto findings = document.FindMember("findings");
  const bool is_ours =
      format != document.MemberEnd() && format->value.IsString() &&
      std::string_view(format->value.GetString(), format->value.GetStringLength()) == kFormat;
  if (!is_ours || findings == document.MemberEnd() || !findings->value.IsArray()) {
    return Unusable(name, "`kval check --write-baseline FILE` writes one");
  }
  Baseline baseline;
  for (const auto& finding : findings->value.GetArray()) {
    if (!finding.IsObject() || !finding.HasMember("fingerprint") || !finding["fingerprint"].IsString()) {
      return Unusable(name, "a finding has no fingerprint");
    }
    baseline.known_[finding["fingerprint"].GetString()] = true;
  }
  return baseline;
}

std::string WriteBaseline(const report::Findings& findings, const report::Options& options) {
  const std::vector<std::string> fingerprints = report::Fingerprints(findings, options);
  report::JsonWriter json(report::JsonWriter::Layout::kIndented);
  json.BeginObject().Field("format", kFormat).Key("findings").BeginArray();
  for (size_t i = 0; i < findings.diagnostics.size(); ++i) {
    const diag::Diagnostic& finding = findings.diagnostics[i];
    if (!MayBeIgnored(finding.kind) || finding.severity == diag::Severity::kNote) {
      continue;
    }
    json.BeginObject().Field("code", diag::CodeOf(finding.kind));
    if (const diag::Label* primary = report::PrimaryOf(findings, finding)) {
      json.Field("file", report::RelativeName(findings.sources.FileOf(primary->span).name(), options));
    }
    json.OptionalField("path", diag::Display(finding.path));
    json.Field("fingerprint", "sha256:" + fingerprints[i]).EndObject();
  }
  json.EndArray().EndObject();
  return json.Take();
}

}  // namespace kval::policy
