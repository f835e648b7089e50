#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/merge/scalar_leaf.h"
#include "src/support/keyed_hash.h"
#include "src/value/value.h"

namespace kval::merge {

// Many values in order, and which of them may contain a part: found by the scalars of the part, so that
// laying many overlays over many documents costs the matches, not the pairs. Tables are made when they are
// first asked for, one for each path.
class ScalarLeafIndex {
 public:
  // Resets the index to these values; null marks a removed one.
  void Reset(std::vector<const value::Value*> values);
  // Replaces the value at a position, or removes it (null).
  void Set(size_t position, const value::Value* value);
  void Add(const value::Value* value);

  // Returns the positions, ascending, of values that may contain all parts; omitted ones do not. Returns
  // nullopt if all must be tested.
  std::optional<std::vector<size_t>> FindCandidates(std::span<const value::Value* const> parts);

 private:
  // The values by the scalar at one path.
  struct Table {
    std::vector<std::string> path;
    std::vector<std::string> leaves;                      // by position; empty: the value has no such scalar
    TextMap<std::string, std::vector<size_t>> positions;  // ascending
  };

  Table& GetTable(const ScalarLeaf& leaf);

  std::vector<const value::Value*> values_;
  std::map<std::string, Table> tables_;  // by path
};

}  // namespace kval::merge
