#pragma once

#include <string_view>

#include "src/check/fault.h"
#include "src/check/trail.h"
#include "src/diag/emitter.h"
#include "src/value/value.h"

// Keys that are indented too far: a map lacks them, and the block below one of its other keys ends with them.
namespace kval::check {

// Tells the fault, of those found last, that such a key is unknown where it stands, of the map that lacks it.
// Both faults stay, for who ignores the one rule has not said that the other may be broken.
void TellTooDeep(const Trail& map, std::string_view key, Faults& faults);

// Shows, beside a finding that a map lacks a key, where that stands instead.
void ShowTooDeep(const value::Value& map, std::string_view key, diag::Builder& builder);

}  // namespace kval::check
