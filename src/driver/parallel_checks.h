#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "src/driver/findings/file_result.h"
#include "src/support/limits.h"

// The scheduler of independent checks: files of `kval check` and `kval k8s`, checks of a project.
namespace kval::driver {

struct ParallelCheck {
  size_t index = 0;
  size_t thread = 0;           // less than ThreadCount of all checks (parallel_for.h)
  uint64_t allowed_steps = 0;  // of the shared budget, as far as known: the check may stop beyond that
};

struct ParallelCheckOptions {
  size_t jobs = 0;                           // threads; 0: as many as there are processors
  uint64_t most_findings = 0;                // that the run keeps; those beyond are discarded early
  uint64_t most_steps = Limits::kNoMaximum;  // of all checks together
  std::function<void(size_t done, size_t all)> progress = {};  // called from any thread
};

struct ParallelCheckResults {
  std::vector<FileResult> results;        // in the order of the checks, without those from first_unchecked on
  std::optional<size_t> first_unchecked;  // the first check that exceeded the steps which earlier ones left
};

// Runs checks 0 … count-1 in any order and returns when all are done. The results do not depend on the number
// of threads. `check` states its steps in FileResult::steps. Errors: as ParallelFor.
ParallelCheckResults RunParallelChecks(size_t count, const ParallelCheckOptions& options,
                                       const std::function<FileResult(const ParallelCheck&)>& check);

}  // namespace kval::driver
