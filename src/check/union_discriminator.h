#pragma once

#include <optional>
#include <vector>

#include "src/check/validation_state.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// Returns the enumerated values of a type (a literal, an enumeration, a union of them); empty if it accepts
// others.
std::vector<const value::Value*> AllowedValues(const types::Model& model, types::TypeId type);

// A map with an invalid discriminator: the candidate record types differ in the value of one key (`kind:
// basic`, `kind: token`), and the map's value for that key is none of theirs (`kind: tokne`).
struct InvalidDiscriminator {
  const value::Entry* entry = nullptr;
  std::vector<types::TypeId> types;  // the expected type of the value, for each record
};

// Returns the first key of `mapping` with an invalid discriminator for all map types in `types`, of which
// there are at least two. Nested unions count as their members.
std::optional<InvalidDiscriminator> FindInvalidDiscriminator(const types::Model& model,
                                                             const std::vector<types::TypeId>& types,
                                                             const value::Value& mapping,
                                                             ValidationState& worker);

// Returns whether the value contradicts a record type: a field that accepts only one literal has another
// value.
bool Contradicts(const types::Model& model, types::TypeId type, const value::Value& value,
                 ValidationState& worker);
// How a type, including its `allOf` parts, constrains the value of a key of a map by constants, enumerations
// or patterns that match only a few strings.
enum class EnumMatch : uint8_t {
  kNone,       // it does not enumerate values
  kHasValue,   // the entry's value is among the enumerated ones
  kHasOthers,  // it enumerates other values
};
EnumMatch MatchEnumAt(const types::Model& model, types::TypeId type, const value::Entry& entry,
                      ValidationState& worker);

// Returns the record type that declares more of the map's keys than all others. None if several declare
// equally many, or if one of `types` is not a record or has key rules.
types::TypeId ClosestRecordByKeys(const types::Model& model, const std::vector<types::TypeId>& types,
                                  const value::Value& mapping, ValidationState& worker);

}  // namespace kval::check
