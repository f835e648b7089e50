#include "src/driver/parallel_checks.h"

#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "src/diag/kind.h"
#include "src/driver/parallel_for.h"
#include "src/driver/shared_step_budget.h"

namespace kval::driver {
namespace {

// Limits the memory of pending results while other files are validated. A run keeps a number of findings with
// text and counts the rest (diag::Collector); findings beyond the limit of earlier files are discarded early.
// The output is independent of the order in which threads finish.
class DiagnosticLimit {
 public:
  explicit DiagnosticLimit(uint64_t most) : most_(most) {}

  // Call once per file after its validation.
  void Truncate(size_t file, FileResult& verdict);

 private:
  struct RetainedSize {
    size_t count = 0;
    size_t words = 0;  // in bytes
    std::set<diag::Kind> kinds;
  };

  void Note(size_t file, RetainedSize held);

  uint64_t most_;
  std::mutex mutex_;
  size_t next_ = 0;            // all earlier files are done
  RetainedSize total_before_;  // their total size
  std::map<size_t, RetainedSize> after_;
};

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

}  // namespace

ParallelCheckResults RunParallelChecks(size_t count, const ParallelCheckOptions& options,
                                       const std::function<FileResult(const ParallelCheck&)>& check) {
  ParallelCheckResults all;
  all.results.resize(count);
  std::atomic<size_t> done{0};
  DiagnosticLimit findings(options.most_findings);
  SharedStepBudget steps(options.most_steps);
  ParallelFor(count, options.jobs, [&](size_t i, size_t thread) {
    if (const std::optional<uint64_t> allowed = steps.Allowance()) {
      FileResult result = check({i, thread, *allowed});
      steps.Spent(i, result.steps);
      findings.Truncate(i, result);
      all.results[i] = std::move(result);
    }
    if (options.progress != nullptr) {
      options.progress(++done, count);
    }
  });
  all.first_unchecked = steps.first_unchecked();
  all.results.resize(all.first_unchecked.value_or(count));
  return all;
}

}  // namespace kval::driver
