#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "src/check/budget.h"
#include "src/check/hashed_places.h"
#include "src/value/value.h"

namespace kval::check {

// Finds items of sequences that are one of some scalars. A long sequence that is asked again and again is not
// looked through each time: what its items hash to is noted once, and kept as long as the sequence is.
class ItemIndex {
 public:
  // Where the items stand that may be one of the scalars, in their order. Nothing when each may be.
  std::optional<std::vector<uint32_t>> Of(const value::Value& sequence,
                                          const std::vector<const value::Value*>& scalars, Budget& budget);

  // What is judged from now on may have changed since.
  void Clear() { noted_.clear(); }

 private:
  struct Noted {
    size_t times_asked = 0;
    HashedPlaces items;
    std::vector<uint32_t> doubtful;  // null, and what could not be read
  };
  std::unordered_map<const value::Value*, Noted> noted_;  // of long sequences
};

}  // namespace kval::check
