#pragma once

#include "schemas/losses.h"
#include "src/types/model.h"

namespace kval::schemas {

// Reduces a model in place to what ytt and KCL schemas can both express, for the writers of such schemas.
// JSON Schema constructs (an `enum` without `type`, alternatives of different kinds, ECMA-262 patterns, one
// rule for keys in several `patternProperties`) are rewritten in terms of theirs; what has no equivalent is
// reported to `losses` and added to the type's documentation, for a comment.
//
// A model that came from ytt or KCL is unchanged.
void BringToCommon(types::Model& model, Losses& losses);

}  // namespace kval::schemas
