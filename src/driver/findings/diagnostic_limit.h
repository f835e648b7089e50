#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>

#include "src/diag/kind.h"
#include "src/driver/findings/file_result.h"

namespace kval::driver {

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

}  // namespace kval::driver
