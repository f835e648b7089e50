#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>

#include "src/diag/kind.h"
#include "src/driver/findings/file_verdict.h"

namespace kval::driver {

// Limits the memory of pending results while other files are validated. A run keeps a number of findings with
// text and counts the rest (diag::Collector); findings beyond the limit of earlier files are discarded early.
// The output is independent of the order in which threads finish.
class FindingsBound {
 public:
  explicit FindingsBound(uint64_t most) : most_(most) {}

  // Call once per file after its validation.
  void Cut(size_t file, FileVerdict& verdict);

 private:
  struct Held {
    size_t count = 0;
    size_t words = 0;  // in bytes
    std::set<diag::Kind> kinds;
  };

  void Note(size_t file, Held held);

  uint64_t most_;
  std::mutex mutex_;
  size_t next_ = 0;  // all earlier files are done
  Held before_;      // their total size
  std::map<size_t, Held> behind_;
};

}  // namespace kval::driver
