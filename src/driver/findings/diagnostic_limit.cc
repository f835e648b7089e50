#include "src/driver/findings/diagnostic_limit.h"

#include <utility>
#include <vector>

namespace kval::driver {
namespace {

// Keeps only the first finding of each kind that is not `known`.
void KeepNewKinds(FileResult& verdict, const std::set<diag::Kind>& known) {
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
    verdict.strings.clear();
  }
}

}  // namespace

void DiagnosticLimit::Truncate(size_t file, FileResult& verdict) {
  const std::lock_guard lock(mutex_);
  const bool is_full = total_before_.count >= most_ || total_before_.words >= diag::Collector::kMaxTextBytes;
  if (is_full && !verdict.findings.diagnostics().empty()) {
    KeepNewKinds(verdict, total_before_.kinds);
  }
  RetainedSize held;
  held.count = verdict.findings.diagnostics().size();
  held.words = verdict.findings.words();
  for (const diag::Diagnostic& finding : verdict.findings.diagnostics()) {
    held.kinds.insert(finding.kind);
  }
  Note(file, std::move(held));
}

void DiagnosticLimit::Note(size_t file, RetainedSize held) {
  after_.emplace(file, std::move(held));
  for (auto next = after_.find(next_); next != after_.end(); next = after_.find(next_)) {
    total_before_.count += next->second.count;
    total_before_.words += next->second.words;
    total_before_.kinds.merge(next->second.kinds);
    after_.erase(next);
    ++next_;
  }
}

}  // namespace kval::driver
