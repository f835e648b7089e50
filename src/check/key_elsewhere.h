#pragma once

#include <string_view>
#include <vector>

#include "src/check/fault.h"
#include "src/check/trail.h"
#include "src/diag/emitter.h"
#include "src/value/value.h"

// Finds keys that a map lacks at other places: misspelt, indented too far, at the end of the block below
// another key of the map, or too little, next to the map or above.
namespace kval::check {

// The keys that most likely are the one which `map` lacks. If one of them is reported as unknown, that is the
// same mistake. Looks at a bounded number of entries.
std::vector<const value::Value*> KeysElsewhere(const Trail& map, std::string_view key);

// The same for the last violation, which is that `map` lacks the key (Fault::elsewhere); includes the first
// earlier unknown key that belongs to the missing map.
void FindElsewhere(const Trail& map, std::string_view key, Faults& faults);

// For a missing key of that type: adds the unknown keys of the map that are one level higher than declared,
// below that key.
void AddKeysOf(const types::Model& model, types::TypeId type, const std::vector<const value::Value*>& unknown,
               Fault& fault);

// For each unknown key of a map, in order, returns the first preceding one without a value that only unknown
// keys separate from it: the keys probably belong to it. Null if there is none. Linear.
std::vector<const value::Value*> BareKeysAbove(const value::Value& map,
                                               const std::vector<const value::Value*>& unknown);

// Marks the most recent violation about an unknown key that is indented too far with the map that lacks it.
void TellTooDeep(const Trail& map, std::string_view key, Faults& faults);

// Adds to a finding about a missing key the location of the key if it is indented too far.
void ShowTooDeep(const value::Value& map, std::string_view key, diag::Builder& builder);

}  // namespace kval::check
