#pragma once

#include "src/check/validation_state.h"
#include "src/support/arena.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// Adds missing fields with their defaults at any depth, also in array items. Added keys come after existing
// ones. Values of the wrong shape are unchanged. Reports nothing. Shares unchanged subtrees. A null root
// counts as missing if the root type is not nullable. Adds nothing to values with unreadable parts, which may
// contain the key.
const value::Value* Complete(const value::Value& document, const types::Model& model, Arena& arena);
const value::Value* Complete(const value::Value& value, types::TypeId type, const types::Model& model,
                             Arena& arena);
// The worker caches completed members of unions; its document must then use one arena. Errors: defaults that
// exceed the worker's budget are truncated, which validation reports; without a worker throws
// BudgetExhausted.
const value::Value* Complete(const value::Value& value, types::TypeId type, const types::Model& model,
                             ValidationState& worker, Arena& arena);

// Returns the default of a field as Complete adds it, or null if it has none.
const value::Value* DefaultOf(const types::Field& field, const types::Model& model, Arena& arena);
const value::Value* DefaultOf(const types::Field& field, const types::Model& model, ValidationState& worker,
                              Arena& arena);

}  // namespace kval::check
