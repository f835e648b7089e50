#pragma once

#include <unordered_map>
#include <vector>

#include "src/value/builder.h"
#include "src/value/value.h"
#include "src/yaml/document.h"

namespace kval::templating {

struct Node;

// Which collections of a file have a map that repeats a key, in them or behind an alias in them.
class RepeatedEntries {
 public:
  struct Repeats {
    std::vector<yaml::RepeatedKey> own;
    std::vector<const value::Value*> below;  // the children that have some
  };

  static RepeatedEntries Of(const std::vector<Node>& nodes, const std::vector<yaml::RepeatedKey>& keys);

  // Null: none.
  const Repeats* Find(const value::Value& value) const {
    const auto found = by_value_.find(&value);
    return found == by_value_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<const value::Value*, Repeats> by_value_;
};

// For templates in which a later entry of a map takes the place of those with its key: lets no value of the
// nodes repeat a key. Only content that no code touches is used as such a value; every entry keeps its node,
// and the builder of trees decides about those.
void DropOverriddenEntries(std::vector<Node>& nodes, const RepeatedEntries& repeated,
                           value::Builder& builder);

}  // namespace kval::templating
