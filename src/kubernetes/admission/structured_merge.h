#pragma once

#include <functional>

#include "src/diag/path.h"
#include "src/support/arena.h"
#include "src/support/result.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// The types of the objects of a kind, as server-side apply uses them.
struct MergeSchema {
  const types::Model& model;
  types::TypeId type;
  bool is_custom;  // of a CustomResourceDefinition
  // Whether a map is replaced as a whole (`x-kubernetes-map-type: atomic`).
  std::function<bool(const diag::Path& path)> is_atomic_map;
  // Whether the API server can decode an object.
  std::function<bool(const value::Value& object)> is_decodable = {};
  // Returns an object with the defaults of its schema, for custom resources.
  std::function<const value::Value*(const value::Value& object)> with_defaults = {};
};

// Merges an apply configuration into an object: maps and lists with keys by their entries, sets by their
// items. Shares what does not change; new values go to `arena`. Cost: linear in the sizes of both, except
// lists with keys, whose items are compared in pairs.
//
// Errors: the configuration has a field that the schema does not declare, a value of another kind, an item
// without its keys, or an atomic list or map.
// Source: apiserver, pkg/admission/plugin/policy/mutating/patch/smd.go; structured-merge-diff v6,
// typed/merge.go.
Result<const value::Value*> MergeApplyConfiguration(const value::Value& object, const value::Value& patch,
                                                    const MergeSchema& schema, Arena& arena);

// Returns an object of a built-in kind without fields that are null, an empty list or an empty map, which Go
// does not write. `kept_lists`: paths of lists that it writes (ListsWithoutOmission). Shares what does not
// change; new values go to `arena`.
const value::Value* WithoutEmptyFields(const value::Value& object, const MergeSchema& schema,
                                       const std::vector<std::string_view>& kept_lists, Arena& arena);

}  // namespace kval::kubernetes
