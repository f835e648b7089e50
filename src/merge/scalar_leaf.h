#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "src/value/value.h"

namespace kval::merge {

// A scalar inside a value, and the keys of its path: `metadata.name` and "web".
struct ScalarLeaf {
  std::vector<std::string_view> path;
  const value::Value* value = nullptr;
};

// Returns the first few scalars of `part` reachable through string keys: a value that contains `part` must
// have them.
std::vector<ScalarLeaf> CollectScalarLeaves(const value::Value& part);

// Returns the value at a path, or null.
const value::Value* At(const value::Value& root, std::span<const std::string_view> path);

}  // namespace kval::merge
