#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "src/diag/path.h"

namespace kval::driver {

// Findings by their paths, which are told by their numbers in a list: which is the first at a place, above or
// below it. Asking takes as long as the path, however many findings there are. A finding may be taken; then
// only those who ask for any see it.
class FindingPlaces {
 public:
  static constexpr size_t kNone = SIZE_MAX;

  void Add(const diag::Path& path, size_t finding);
  void Take(size_t finding);

  // The first finding that is not taken with that path, with a path that leads to it but for the empty one,
  // or with one that the path leads to. kNone: there is none.
  size_t At(const diag::Path& path);
  size_t AtOrAbove(const diag::Path& path);
  size_t AtOrBelow(const diag::Path& path);
  // The first of all, taken or not, that is at the place, above or below it.
  size_t AnyRelated(const diag::Path& path) const;

 private:
  // In order; those before `next` are taken.
  struct Row {
    std::vector<size_t> findings;
    size_t next = 0;
  };
  struct Place {
    Row here;
    Row within;
  };
  size_t FirstOf(Row& row) const;

  std::unordered_map<uint64_t, Place> places_;  // by the hash of the path
  std::vector<bool> is_taken_;
};

}  // namespace kval::driver
