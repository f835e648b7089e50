#pragma once

#include <string_view>
#include <vector>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/types/model.h"
#include "src/value/value.h"

// Finds the keys that a map lacks in other locations: misspelt; indented too far, at the end of the block of
// another key of the map; or indented too little, next to the map or above it.
namespace kval::findings {

// Returns the keys that are most likely the missing key of `map`. If one of them is reported as unknown, both
// findings have the same cause. Examines a bounded number of entries.
std::vector<const value::Value*> FindMisplacedKeys(const check::ValueCursor& map, std::string_view key);

// Returns the keys among `unknown` that a map of this type declares.
std::vector<const value::Value*> FindKeysOfMap(const types::Model& model, types::TypeId type,
                                               const std::vector<const value::Value*>& unknown);

// For each unknown key of a map, in order, returns the first preceding one without a value that only unknown
// keys separate from it: the keys probably belong to it. Null if there is none. Linear.
std::vector<const value::Value*> FindPrecedingValuelessKeys(const value::Value& map,
                                                            const std::vector<const value::Value*>& unknown);

// Returns the key of that name that ends a block inside the map, probably because it is indented too far;
// else null.
const value::Value* FindKeyTooDeep(const value::Value& map, std::string_view key);

// Adds to a finding about a missing key the location of the key if it is indented too far.
void LabelTooDeep(const value::Value& map, std::string_view key, diag::DiagnosticBuilder& builder);

}  // namespace kval::findings
