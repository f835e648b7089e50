#pragma once

#include "src/diag/emitter.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// Shows, beside a finding that a map stands where a list is expected, where the `- ` is missing that would
// make the map an item of it.
void ShowMissingDash(const value::Value& value, const types::Type& expected, const types::Model& model,
                     diag::Builder& builder);

}  // namespace kval::check
