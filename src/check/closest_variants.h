#pragma once

#include <vector>

#include "src/check/validation_state.h"
#include "src/types/model.h"
#include "src/value/value.h"

// Selects the schema, among several, that an invalid map was most likely written for.
namespace kval::check {

// The types that remain after excluding those that contradict discriminating keys of the map.
struct RemainingVariants {
  std::vector<types::TypeId> types;
  bool has_match = false;  // one of them lists the value of a key of the map
};

// Where one type lists the map's value of a key (`kind: {const: a}`), excludes the types that list other
// values for that key. A value that no type lists excludes none. Subschemas of `allOf` are included.
RemainingVariants FilterByDiscriminators(const types::Model& model, const std::vector<types::TypeId>& types,
                                         const value::Value& mapping, ValidationState& worker);

// Returns the types that declare the most keys of the map. A key that resembles a declared one, or that a key
// rule allows, counts half. Returns all types if none declares any key, or once the document's comparison
// budget is exhausted.
std::vector<types::TypeId> ClosestVariantsByKeys(const types::Model& model,
                                                 const std::vector<types::TypeId>& types,
                                                 const value::Value& mapping, ValidationState& worker);

}  // namespace kval::check
