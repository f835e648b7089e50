#pragma once

#include <string>
#include <vector>

#include "src/kubernetes/catalog.h"
#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// The kind of the resources that a JSON patch applies to.
struct PatchedKind {
  std::string api_version, kind;
  KindSchema schema;
};

// Returns the kind that the target of a patch selects by `group`, `version` and `kind`; without a schema if
// it may select several kinds or none is known. `version`: of Kubernetes, by its number.
PatchedKind KindOfTarget(const value::Value& target, Catalog& catalog, size_t version);

// Returns a merge patch, which may have any kind, as one of the kind that it applies to: the patch itself if
// its kind has a schema or is that of its target; null if neither kind has one.
const value::Value* AsOfTarget(const value::Value& patch, const PatchedKind& target, Catalog& catalog,
                               size_t version, Arena& arena);

// Returns parts of a resource with the values that the operations of a JSON patch add or replace, one for
// each operation. Values keep their locations; the other parts are located at the path of the operation.
// Operations whose parents have no known type are left out. Requires: `kind` has a schema.
std::vector<const value::Value*> PartsSetByJsonPatch(const value::Value& operations, const PatchedKind& kind,
                                                     Arena& arena);

}  // namespace kval::kubernetes
