#pragma once

#include <string_view>
#include <vector>

#include "src/check/value_cursor.h"
#include "src/check/violation.h"
#include "src/diag/emitter.h"
#include "src/value/value.h"

// Finds the keys that a map lacks in other locations: misspelt; indented too far, at the end of the block of
// another key of the map; or indented too little, next to the map or above it.
namespace kval::check {

// Returns the keys that are most likely the missing key of `map`. If one of them is reported as unknown, both
// findings have the same cause. Examines a bounded number of entries.
std::vector<const value::Value*> FindMisplacedKeys(const ValueCursor& map, std::string_view key);

// Sets Violation::misplaced_keys of the last violation, a missing key of `map`, to these keys, including the
// first preceding unknown key that belongs to the missing map.
void AttachMisplacedKeys(const ValueCursor& map, std::string_view key, Violations& errors);

// For a missing key of this type: adds the unknown keys of the map that belong inside it, one level deeper.
void AddUnindentedKeys(const types::Model& model, types::TypeId type,
                       const std::vector<const value::Value*>& unknown, Violation& error);

// For each unknown key of a map, in order, returns the first preceding one without a value that only unknown
// keys separate from it: the keys probably belong to it. Null if there is none. Linear.
std::vector<const value::Value*> FindPrecedingValuelessKeys(const value::Value& map,
                                                            const std::vector<const value::Value*>& unknown);

// Marks the most recent violation about an unknown key that is indented too far with the map that lacks it.
void MarkTooDeep(const ValueCursor& map, std::string_view key, Violations& errors);

// Adds to a finding about a missing key the location of the key if it is indented too far.
void LabelTooDeep(const value::Value& map, std::string_view key, diag::DiagnosticBuilder& builder);

}  // namespace kval::check
