#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "src/driver/inputs/inputs.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"
#include "src/source/span.h"
#include "src/support/limits.h"

namespace kval::driver {

// Bounds what judging all files and documents of a run takes (limit `run-steps`), in steps of checks and of
// programs and in costs of rules, for each file has budgets of its own and there may be many. A file that
// needs more than the files before it have left is not checked, nor is any behind it; which one that is does
// not depend on the order in which threads finish.
class RunWork {
 public:
  // Of `most` steps `before` are spent already.
  RunWork(uint64_t most, uint64_t before) : most_(most - std::min(most, before)) {}

  // What a file may spend that is begun now, as far as is known: it may be given up once it has spent more.
  // Nothing when it need not be begun.
  std::optional<uint64_t> Allowance() const;
  // To be called once for each file, by whoever judged it.
  void Spent(size_t file, uint64_t steps);
  // When all files were judged: the first of those that were not checked.
  std::optional<size_t> first_beyond() const { return first_beyond_; }

 private:
  uint64_t most_;
  mutable std::mutex mutex_;
  size_t next_ = 0;      // the files before it are all judged
  uint64_t before_ = 0;  // what they have spent together
  std::optional<size_t> first_beyond_;
  std::map<size_t, uint64_t> behind_;
};

// Says (KV023) that a thing called `name`, and so many further `things` ("files", "resources") behind it,
// were not checked, for the run had spent the steps that it may.
void ReportBeyond(source::Span place, std::string_view name, size_t further, std::string_view things,
                  Session& session);
// The same of the files from `first` on.
void ReportBeyond(const std::vector<GivenFile>& files, size_t first, source::FileReader& reader,
                  Session& session);

}  // namespace kval::driver
