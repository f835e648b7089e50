#pragma once

#include "src/check/validation_state.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// Returns whether the value fits the type, without rules. Reports nothing.
bool Fits(const value::Value& value, types::TypeId type, const types::Model& model, ValidationState& worker);
bool Fits(const value::Value& value, types::TypeId type, const types::Model& model);

// Returns whether the value, all of which could be read, fits the type and its rules hold, in one pass. False
// also if a limit was exceeded. Reports nothing. Requires: a new `worker`.
bool IsValid(const value::Value& value, types::TypeId type, const types::Model& model,
             ValidationState& worker);

}  // namespace kval::check
