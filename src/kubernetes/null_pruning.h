#pragma once

#include "src/check/validation_state.h"
#include "src/diag/diagnostic.h"
#include "src/kubernetes/catalog.h"
#include "src/support/arena.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// The API server's interpretation of null. kBuiltin: absent; in a list or map the zero value of its type
// (Go's decoder). kCustom: absent if the schema does not allow null and the value is not a list item
// (apiextensions-apiserver, pkg/apiserver/schema/defaulting/prunenulls.go).
enum class NullPolicy : uint8_t { kBuiltin, kCustom };

// Removes nulls without meaning. A null of a required key stays, so that it is reported. Shares values
// without such nulls.
const value::Value* PruneNulls(const value::Value& value, types::TypeId type, const types::Model& model,
                               NullPolicy nulls, Arena& arena);

// Returns a custom resource as the API server stores it: without nulls that have no meaning, and with the
// defaults of its schema. Charges `worker`. Requires: `schema` has a model.
const value::Value* CompleteCustomResource(const value::Value& written, const KindSchema& schema,
                                           check::ValidationState& worker, Arena& arena);

// A change that labels nulls removed from a map, because readers see keys that the finding reports as
// missing. A required key written with null becomes the location of the finding.
struct PrunedNullLabeler {
  const value::Value& written;
  const value::Value& pruned;  // without the nulls that PruneNulls removes

  void operator()(diag::Diagnostic& finding) const;
};

}  // namespace kval::kubernetes
