#include "src/driver/findings/findings_bound.h"

#include <utility>
#include <vector>

namespace kval::driver {
namespace {

// Keeps only the first finding of each kind that is not `known`.
void KeepNewKinds(FileVerdict& verdict, const std::set<diag::Kind>& known) {
  // A collector without capacity keeps the first of each kind and counts the others. Known kinds have an
  // earlier one.
  diag::Collector counted(0);
  counted.CountDropped(verdict.findings);
  std::set<diag::Kind> seen;
  for (diag::Diagnostic& finding : verdict.findings.Release()) {
    if (known.contains(finding.kind) && seen.insert(finding.kind).second) {
      counted.Consume(finding);
    }
    counted.Consume(std::move(finding));
  }
  diag::Collector kept;
  kept.CountDropped(counted);
  for (diag::Diagnostic& finding : counted.Release()) {
    if (!known.contains(finding.kind)) {
      kept.Consume(std::move(finding));
    }
  }
  verdict.findings = std::move(kept);
  if (verdict.findings.diagnostics().empty()) {
    verdict.texts.clear();
  }
}

}  // namespace

void FindingsBound::Cut(size_t file, FileVerdict& verdict) {
  const std::lock_guard lock(mutex_);
  const bool is_full = before_.count >= most_ || before_.words >= diag::Collector::kMostWords;
  if (is_full && !verdict.findings.diagnostics().empty()) {
    KeepNewKinds(verdict, before_.kinds);
  }
  Held held;
  held.count = verdict.findings.diagnostics().size();
  held.words = verdict.findings.words();
  for (const diag::Diagnostic& finding : verdict.findings.diagnostics()) {
    held.kinds.insert(finding.kind);
  }
  Note(file, std::move(held));
}

void FindingsBound::Note(size_t file, Held held) {
  behind_.emplace(file, std::move(held));
  for (auto next = behind_.find(next_); next != behind_.end(); next = behind_.find(next_)) {
    before_.count += next->second.count;
    before_.words += next->second.words;
    before_.kinds.merge(next->second.kinds);
    behind_.erase(next);
    ++next_;
  }
}

}  // namespace kval::driver
