#pragma once

#include <string_view>

#include "src/check/fault.h"
#include "src/check/trail.h"
#include "src/diag/emitter.h"
#include "src/value/value.h"

// Keys that are indented too far: a map lacks them, and the block below one of its other keys ends with them.
namespace kval::check {

// Where such a map has the key that it lacks is unknown: it is one mistake, told at the key. The fault, of
// those found last, that tells of it, which is told of the map now; null: there is none.
Fault* TellTooDeep(const Trail& map, std::string_view key, Faults& faults);

// Shows, beside a finding that a map lacks a key, where that stands instead.
void ShowTooDeep(const value::Value& map, std::string_view key, diag::Builder& builder);

}  // namespace kval::check
