#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "src/merge/key_index.h"
#include "src/value/value.h"

namespace kval::merge {

// Entries of an overlay's map below a key without a value, which the map that it is laid over lacks, while
// the map under that key there has them: a block that was not indented.
struct UnindentedBlock {
  size_t bare = 0;  // the entry without a value
  size_t end = 0;   // behind the last entry of the block
};

// A map whose keys are looked up.
class KeyedMap {
 public:
  explicit KeyedMap(const value::Value& map)
      : entries_(map.entries().begin(), map.entries().end()), index_(&entries_) {}
  KeyedMap(const KeyedMap&) = delete;

  // The value of the first entry with that key, or null.
  const value::Value* Find(const value::Value& key);

 private:
  std::vector<value::Entry> entries_;
  KeyIndex index_;
};

// Those of `overlay`, which is laid over `left`; both outlive it.
class UnindentedBlocks {
 public:
  UnindentedBlocks(const value::Value& left, const value::Value& overlay) : left_(left), overlay_(overlay) {}

  // The block that begins at the entry `at`; nothing when that one has a value, or none follows.
  std::optional<UnindentedBlock> Find(size_t at);

 private:
  const value::Value& left_;
  const value::Value& overlay_;
  std::optional<KeyedMap> keyed_left_;  // once it was asked for
};

}  // namespace kval::merge
