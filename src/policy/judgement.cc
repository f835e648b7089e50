#include "src/policy/judgement.h"

#include <algorithm>
#include <utility>

#include "src/diag/collector.h"
#include "src/policy/suppressions.h"
#include "src/report/fingerprint.h"

namespace kval::policy {
namespace {

using Findings = std::vector<diag::Diagnostic>;

// Without those that a comment ignores; comments that ignore nothing are added, each in its place.
Findings WithoutIgnored(Findings findings, const source::SourceMap& sources, const Policy& policy,
                        size_t& ignored) {
  Suppressions suppressions(sources);
  diag::Collector left;
  for (diag::Diagnostic& finding : findings) {
    if (suppressions.Covers(finding)) {
      ++ignored;
    } else {
      left.Consume(std::move(finding));
    }
  }
  diag::Collector unused;
  diag::Emitter emit(&unused);
  // A run that did not come to its end may not have seen what a comment is about.
  const bool is_whole = std::none_of(
      left.diagnostics().begin(), left.diagnostics().end(),
      [](const auto& one) { return one.severity == diag::Severity::kError && !MayBeIgnored(one.kind); });
  if (is_whole) {
    suppressions.ReportUnused(emit);
  }
  for (diag::Diagnostic finding : unused.diagnostics()) {
    if (policy.rules.Apply(finding)) {
      left.Consume(std::move(finding));
    }
  }
  return unused.diagnostics().empty() ? left.diagnostics() : left.Sorted();
}

}  // namespace

Judgement Judge(std::vector<diag::Diagnostic> findings, const source::SourceMap& sources,
                const Policy& policy, const report::Options& options) {
  Judgement judgement;
  for (diag::Diagnostic& finding : findings) {
    if (policy.rules.Apply(finding)) {
      judgement.findings.push_back(std::move(finding));
    }
  }
  if (policy.obeys_comments) {
    judgement.findings = WithoutIgnored(std::move(judgement.findings), sources, policy, judgement.by_comment);
  }
  if (policy.baseline) {
    const std::vector<std::string> fingerprints =
        report::Fingerprints({sources, judgement.findings}, options);
    Findings left;
    for (size_t i = 0; i < fingerprints.size(); ++i) {
      if (MayBeIgnored(judgement.findings[i].kind) && policy.baseline->Has("sha256:" + fingerprints[i])) {
        ++judgement.by_baseline;
      } else {
        left.push_back(std::move(judgement.findings[i]));
      }
    }
    judgement.findings = std::move(left);
  }
  return judgement;
}

}  // namespace kval::policy
