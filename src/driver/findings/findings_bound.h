#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>

#include "src/diag/kind.h"
#include "src/driver/findings/file_verdict.h"

namespace kval::driver {

// Bounds what the verdicts of many files hold while the other files are still being judged. A run keeps so
// many findings with their words and counts the rest (diag::Collector); what files before a file have used
// up is not held for it in the first place. What is shown in the end is the same, whatever the order in which
// threads finish.
class FindingsBound {
 public:
  explicit FindingsBound(uint64_t most) : most_(most) {}

  // To be called once for each file, by whoever judged it.
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
  size_t next_ = 0;  // the files before it are all judged
  Held before_;      // what they hold together
  std::map<size_t, Held> behind_;
};

}  // namespace kval::driver
