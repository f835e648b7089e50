#pragma once

#include <unordered_map>
#include <vector>

#include "src/value/builder.h"
#include "src/value/value.h"
#include "src/yaml/document.h"

namespace kval::templating {

struct TemplateNode;

// The collections of a file that contain a map with a repeated key, directly or through an alias.
class DuplicateKeyTable {
 public:
  struct NodeDuplicates {
    std::vector<yaml::DuplicateKey> own;
    std::vector<const value::Value*> below;  // the children that have some
  };

  static DuplicateKeyTable Of(const std::vector<TemplateNode>& nodes,
                              const std::vector<yaml::DuplicateKey>& keys);

  // Null: none.
  const NodeDuplicates* Find(const value::Value& value) const {
    const auto found = by_value_.find(&value);
    return found == by_value_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<const value::Value*, NodeDuplicates> by_value_;
};

// For templates in which a later map entry overrides an earlier one with the same key: removes repeated keys
// from the values of the nodes. Only content without code is used as such a value; every entry keeps its
// node, for which the tree builder decides.
void RemoveOverriddenEntries(std::vector<TemplateNode>& nodes, const DuplicateKeyTable& repeated,
                             value::Builder& builder);

}  // namespace kval::templating
