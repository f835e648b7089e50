#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "src/value/value.h"

namespace kval::merge {

// A scalar in a value and the keys that lead there: `metadata.name` and "web".
struct Leaf {
  std::vector<std::string_view> path;
  const value::Value* value = nullptr;
};

// Returns the first few scalars of `part` reachable through string keys: a value that contains `part` must
// have them.
std::vector<Leaf> LeavesOf(const value::Value& part);

// Returns the value at a path, or null.
const value::Value* At(const value::Value& root, std::span<const std::string_view> path);

}  // namespace kval::merge
