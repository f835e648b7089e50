#pragma once

#include "schemas/losses.h"
#include "src/types/model.h"

namespace kval::schemas {

// Brings a model to what schemas of ytt and KCL share, in place, for those who write such schemas. What JSON
// Schema says in other words (an `enum` without `type`, alternatives of different kinds, patterns of
// ECMA-262, the same rule for keys in `patternProperties`) is said in theirs; what they cannot say is
// reported to `losses`, and noted in the documentation of its type for a comment.
//
// A model that came from ytt or KCL stays as it is.
void BringToCommon(types::Model& model, Losses& losses);

}  // namespace kval::schemas
