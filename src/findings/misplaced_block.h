#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/diag/path.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::findings {

// Finds several undeclared keys that one sibling map, or a map next to an ancestor, declares: the line of
// their parent key is missing, or is indented like them. They are reported as one error.
class MisplacedBlock {
 public:
  // `unknown` are the keys that the record refuses, `path` is that of the map that has them, in a document of
  // the type `root`.
  void Search(const types::Model& model, const types::Record& record, const diag::Path& path,
              std::optional<types::TypeId> root, const std::vector<const value::Value*>& unknown);
  bool has_searched() const { return was_searched_; }
  // Maximum number of fields looked up for each field of the surrounding records.
  static constexpr size_t kMaxLookedUpKeys = 8;

  // Returns the field of the map without a line that `key` belongs to; null if there is none.
  const types::Field* Find(const types::Model& model, const value::Value& key) const;
  // Returns whether the key is that of the map, which has no value here.
  bool IsParentKey(const value::Value& key) const { return &key == holder_key_; }
  const std::string& holder() const { return holder_; }
  size_t count() const { return count_; }

 private:
  bool was_searched_ = false;
  const types::Record* inner_ = nullptr;
  const value::Value* holder_key_ = nullptr;
  std::string holder_;  // its path, or those of the maps that it may be
  size_t count_ = 0;    // number of such keys
};

}  // namespace kval::findings
