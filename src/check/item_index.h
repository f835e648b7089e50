#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "src/check/budget.h"
#include "src/check/position_index.h"
#include "src/value/value.h"

namespace kval::check {

// Finds items of sequences equal to some scalars. Indexes long sequences after repeated lookups, as long as
// the sequence exists.
class ItemIndex {
 public:
  // Returns the positions of items that may equal one of the scalars, in order; nullopt if every item may.
  std::optional<std::vector<uint32_t>> Of(const value::Value& sequence,
                                          const std::vector<const value::Value*>& scalars, Budget& budget);

  // Clears the index; sequences may change afterwards.
  void Clear() { noted_.clear(); }

 private:
  struct IndexedSequence {
    size_t times_requested = 0;
    PositionIndex items;
    std::vector<uint32_t> doubtful;  // null and unreadable items
  };
  std::unordered_map<const value::Value*, IndexedSequence> noted_;  // of long sequences
};

}  // namespace kval::check
