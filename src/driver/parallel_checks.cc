#include "src/driver/parallel_checks.h"

#include <atomic>
#include <utility>

#include "src/driver/findings/diagnostic_limit.h"
#include "src/driver/parallel_for.h"
#include "src/driver/shared_step_budget.h"

namespace kval::driver {

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
