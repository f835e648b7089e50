#pragma once

#include <string_view>
#include <vector>

#include "src/check/fault.h"
#include "src/check/trail.h"
#include "src/diag/emitter.h"
#include "src/value/value.h"

// Keys that a map lacks and that stand elsewhere: misspelt, indented too far, at the end of the block below
// one of the map's other keys, or not far enough, beside the map or above.
namespace kval::check {

// The keys that most likely are the one which `map` lacks. If one of them is reported as unknown, that is the
// same mistake. Looks at a bounded number of entries.
std::vector<const value::Value*> KeysElsewhere(const Trail& map, std::string_view key);

// The same for the fault found last, which is that `map` lacks the key (Fault::elsewhere): also the first of
// the unknown keys found before that belong to the map which would stand there.
void FindElsewhere(const Trail& map, std::string_view key, Faults& faults);

// Adds to the fault, which is that a map lacks a key of that type, those of the map's unknown keys that stand
// one level higher than they are declared: below that key.
void AddKeysOf(const types::Model& model, types::TypeId type, const std::vector<const value::Value*>& unknown,
               Fault& fault);

// Of each of the unknown keys of a map, in its order, the first of them which has no value and has none but
// unknown keys between: what follows it most likely belongs to it. Null: there is none. Linear.
std::vector<const value::Value*> BareKeysAbove(const value::Value& map,
                                               const std::vector<const value::Value*>& unknown);

// Tells the fault, of those found last, that a key is unknown which is indented too far, of the map that
// lacks it.
void TellTooDeep(const Trail& map, std::string_view key, Faults& faults);

// Shows, beside a finding that a map lacks a key, where that stands instead if it is indented too far.
void ShowTooDeep(const value::Value& map, std::string_view key, diag::Builder& builder);

}  // namespace kval::check
