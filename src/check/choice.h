#pragma once

#include <optional>
#include <vector>

#include "src/check/worker.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// The values that a type lists (a literal, an enumeration, alternatives of them); empty when it takes others.
std::vector<const value::Value*> ValuesListed(const types::Model& model, types::TypeId type);

// A map whose own choice is none: the records that it might be tell themselves apart by the values of one key
// (`kind: basic`, `kind: token`), and its value there is none of theirs (`kind: tokne`).
struct MissedChoice {
  const value::Entry* entry = nullptr;
  std::vector<types::TypeId> types;  // what each of the records expects there
};

// Returns the first key of `mapping` that satisfies this for all map types in `types`, of which there are at
// least two. Nested unions count as their members.
std::optional<MissedChoice> MissedChoiceOf(const types::Model& model, const std::vector<types::TypeId>& types,
                                           const value::Value& mapping, Worker& worker);

// True when a field that takes one literal only has another value: the record is not meant.
bool Contradicts(const types::Model& model, types::TypeId type, const value::Value& value, Worker& worker);
// What a type says of the value at a key of a map, itself or in parts that must hold as well (`allOf`), by
// constants, enumerations or patterns that only a few texts match.
enum class Listing : uint8_t {
  kNone,       // it does not list values there
  kHasValue,   // the entry's value is among those that it lists
  kHasOthers,  // it lists other values
};
Listing ListingAt(const types::Model& model, types::TypeId type, const value::Entry& entry, Worker& worker);

// Of records without rules for further keys, the one that declares more of the map's keys than all others;
// none where several declare as many, or where one of `types` is no such record.
types::TypeId MeantByKeys(const types::Model& model, const std::vector<types::TypeId>& types,
                          const value::Value& mapping, Worker& worker);

}  // namespace kval::check
