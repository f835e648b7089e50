#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "src/value/value.h"

namespace kval::merge {

// Entries of an overlay map that follow a key without a value, are missing from the base map, but exist in
// the base map's value of that key: a block that was not indented.
struct UnindentedBlock {
  size_t bare = 0;  // the entry without a value
  size_t end = 0;   // after the last entry of the block
};

// Finds such blocks in `overlay`. `below(key)` returns the base map's value for `key`, or null.
class UnindentedBlockFinder {
 public:
  using Below = std::function<const value::Value*(const value::Value& key)>;

  // `overlay` outlives it.
  UnindentedBlockFinder(Below below, const value::Value& overlay)
      : below_(std::move(below)), overlay_(overlay) {}

  // Returns the block that begins at the entry `at`; nullopt if that entry has a value or no such block
  // follows.
  std::optional<UnindentedBlock> Find(size_t at) const;

 private:
  Below below_;
  const value::Value& overlay_;
};

}  // namespace kval::merge
