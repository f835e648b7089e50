#pragma once

#include <unordered_map>

#include "src/merge/op.h"
#include "src/value/value.h"

namespace kval::merge {

// The behaviour of nodes without an Op in the plan.
enum class Defaults : uint8_t {
  // ytt's overlays: map items match by key exactly once and merge, array items append.
  kAnnotated,
  // ytt's plain merge (`--data-values-file`): nothing need exist before, maps merge, all else is replaced.
  kPlain,
};

// The operations of an overlay, stored next to its values. A map item is identified by its KEY node, an array
// item by the item, a document by Document::node.
class MergePlan {
 public:
  explicit MergePlan(Defaults defaults = Defaults::kAnnotated) : defaults_(defaults) {}

  // Returns the operation of a node; creates it with all defaults if there is none.
  Op& At(const value::Value* node) { return ops_[node]; }
  const Op* Find(const value::Value* node) const {
    const auto found = ops_.find(node);
    return found == ops_.end() ? nullptr : &found->second;
  }
  Defaults defaults() const { return defaults_; }
  bool empty() const { return ops_.empty(); }

 private:
  Defaults defaults_;
  std::unordered_map<const value::Value*, Op> ops_;
};

}  // namespace kval::merge
