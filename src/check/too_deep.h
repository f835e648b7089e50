#pragma once

#include <string_view>

#include "src/check/fault.h"
#include "src/diag/emitter.h"
#include "src/value/value.h"

namespace kval::check {

// Shows, beside a finding that a map lacks a key, where the key ends a block below one of the map's other
// keys: it seems to be indented too far.
void ShowTooDeep(const value::Value& map, std::string_view key, diag::Builder& builder);

// Such a key is one mistake: where the map that lacks it is told of, it is not told that the block knows no
// such key.
void DropTooDeep(Faults& faults);

}  // namespace kval::check
