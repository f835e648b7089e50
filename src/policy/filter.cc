#include "src/policy/filter.h"

#include <algorithm>
#include <utility>

#include "src/diag/resource_rule.h"
#include "src/json/document.h"
#include "src/policy/attach_superseded.h"
#include "src/policy/suppressions.h"
#include "src/report/fingerprint.h"
#include "src/report/json_writer.h"
#include "src/report/source_location.h"
#include "src/support/limits.h"
#include "src/support/substitute.h"

namespace kval::policy {
namespace {

using Findings = std::vector<diag::Diagnostic>;

constexpr std::string_view kFormat = "kval-baseline/1";

Failure Unusable(std::string_view name, std::string_view why) {
  return {Substitute("{} is not a baseline file: {}", name, why)};
}

// Which rules count, by the file that a finding is in.
class Choices {
 public:
  Choices(const Policy& policy, const source::SourceMap& sources) : policy_(policy), sources_(sources) {}

  bool Apply(diag::Diagnostic& finding) {
    const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
    if (!policy_.rules_of || !at.has_value() || !sources_.Contains(at)) {
      return policy_.rules.Apply(finding);
    }
    const std::string& name = sources_.FileOf(at).name();
    auto known = by_file_.find(name);
    if (known == by_file_.end()) {
      known = by_file_.emplace(name, policy_.rules_of(name)).first;
    }
    return known->second.Apply(finding);
  }

 private:
  const Policy& policy_;
  const source::SourceMap& sources_;
  std::map<std::string, RuleChoice, std::less<>> by_file_;
};

// Without those that a comment ignores; comments that ignore nothing are added, each in its place.
Findings WithoutIgnored(Findings findings, bool are_all, const source::SourceMap& sources, Choices& choices,
                        const RuleChoice& rules, FilterResult& result) {
  Suppressions suppressions(sources);
  diag::Collector left;
  for (diag::Diagnostic& finding : findings) {
    if (suppressions.IsSuppressed(finding)) {
      ++result.suppressed_by_comment;
    } else {
      left.Consume(std::move(finding));
    }
  }
  diag::Collector unused(Limits().findings);
  diag::Emitter emit(&unused);
  // An incomplete run may have missed the finding of a comment.
  const bool is_whole =
      are_all && std::none_of(left.diagnostics().begin(), left.diagnostics().end(), [](const auto& one) {
        return one.severity == diag::Severity::kError && !MayBeIgnored(one.kind);
      });
  if (is_whole) {
    suppressions.ReportUnused(emit);
  }
  result.dropped = CountDropped(unused, rules);
  for (diag::Diagnostic finding : unused.diagnostics()) {
    if (choices.Apply(finding)) {
      left.Consume(std::move(finding));
    }
  }
  return unused.diagnostics().empty() ? left.diagnostics() : left.Sorted();
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

report::Counts CountDropped(const diag::Collector& findings, const RuleChoice& rules) {
  report::Counts counts;
  for (const auto& [what, count] : findings.dropped()) {
    diag::Diagnostic finding;
    finding.kind = what.first;
    finding.severity = what.second;
    if (rules.Apply(finding)) {
      (finding.severity == diag::Severity::kError     ? counts.errors
       : finding.severity == diag::Severity::kWarning ? counts.warnings
                                                      : counts.notes) += count;
    }
  }
  return counts;
}

FilterResult ApplyPolicy(std::vector<diag::Diagnostic> findings, bool are_all,
                         const source::SourceMap& sources, const Policy& policy,
                         const report::RenderOptions& options) {
  FilterResult result;
  Choices choices(policy, sources);
  for (diag::Diagnostic& finding : findings) {
    if (choices.Apply(finding)) {
      result.findings.push_back(std::move(finding));
    }
  }
  if (policy.obeys_comments) {
    result.findings =
        WithoutIgnored(std::move(result.findings), are_all, sources, choices, policy.rules, result);
  }
  result.findings = AttachSuperseded(std::move(result.findings));
  if (policy.baseline) {
    const std::vector<std::string> fingerprints = report::Fingerprints({sources, result.findings}, options);
    Findings left;
    for (size_t i = 0; i < fingerprints.size(); ++i) {
      if (MayBeIgnored(result.findings[i].kind) && policy.baseline->Has("sha256:" + fingerprints[i])) {
        ++result.suppressed_by_baseline;
      } else {
        left.push_back(std::move(result.findings[i]));
      }
    }
    result.findings = std::move(left);
  }
  return result;
}

}  // namespace kval::policy
