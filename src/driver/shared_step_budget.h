#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "src/driver/inputs/inputs.h"
#include "src/source/file_reader.h"
#include "src/source/span.h"
#include "src/support/limits.h"

namespace kval::driver {

struct Session;

// Limits the steps of a whole run (limit `run-steps`): validation, programs and rules of all files, which
// have separate budgets. The first file that exceeds what earlier ones left, and all later ones, are not
// checked; which file that is does not depend on thread timing.
class SharedStepBudget {
 public:
  explicit SharedStepBudget(uint64_t most) : most_(most) {}

  // Returns the steps available to a file started now, as far as known: it may be aborted beyond that.
  // Nullopt if it need not be started.
  std::optional<uint64_t> Allowance() const;
  // Call once per file after its validation.
  void Spent(size_t file, uint64_t steps);
  // When all files are done: the first unchecked one.
  std::optional<size_t> first_unchecked() const { return first_unchecked_; }

 private:
  uint64_t most_;
  mutable std::mutex mutex_;
  size_t next_ = 0;      // all earlier files are done
  uint64_t before_ = 0;  // their total steps
  std::optional<size_t> first_unchecked_;
  std::map<size_t, uint64_t> after_;
};

// Returns the steps that a run with this session has left.
uint64_t StepsLeft(const Session& session);

// Reports (KV023) that `name` and `further` other `things` ("files", "resources") were not checked, because
// the run's steps are exhausted.
void ReportNotChecked(source::Span place, std::string_view name, size_t further, std::string_view things,
                      Session& session);
// The same for the files from `first` on.
void ReportNotChecked(const std::vector<InputFile>& files, size_t first, source::FileReader& reader,
                      Session& session);

}  // namespace kval::driver
