#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "src/diag/path.h"

namespace kval::driver {

// An index of findings, identified by number, by path: finds the first at, above or below a path in time
// linear in the path's length. A taken finding is visible only to queries that include taken ones.
class FindingIndex {
 public:
  static constexpr size_t kNone = SIZE_MAX;

  void Add(const diag::Path& path, size_t finding);
  void Take(size_t finding);

  // Returns the first finding that is not taken whose path equals, is a non-empty prefix of, or extends
  // `path`; kNone if there is none.
  size_t At(const diag::Path& path);
  size_t AtOrAbove(const diag::Path& path);
  size_t AtOrBelow(const diag::Path& path);
  // Returns the first finding, taken or not, at the path, above or below it.
  size_t FirstRelated(const diag::Path& path) const;

 private:
  // In order; those before `next` are taken.
  struct FindingQueue {
    std::vector<size_t> findings;
    size_t next = 0;
  };
  struct PathEntry {
    FindingQueue here;
    FindingQueue within;
  };
  size_t FirstOf(FindingQueue& row) const;

  std::unordered_map<uint64_t, PathEntry> places_;  // by the hash of the path
  std::vector<bool> is_taken_;
};

}  // namespace kval::driver
