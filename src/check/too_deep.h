#pragma once

#include <string_view>

#include "src/diag/emitter.h"
#include "src/value/value.h"

namespace kval::check {

// Shows, beside a finding that a map lacks a key, where the key ends a block below one of the map's other
// keys: it seems to be indented too far.
void ShowTooDeep(const value::Value& map, std::string_view key, diag::Builder& builder);

}  // namespace kval::check
