#pragma once

#include "schemas/conversion_warnings.h"
#include "src/types/model.h"

namespace kval::schemas {

// Reduces a model in place to the features that ytt and KCL schemas have in common, for the writers of these
// schemas. JSON Schema constructs (an `enum` without `type`, alternatives of different kinds, ECMA-262
// patterns, one rule for keys in several `patternProperties`) are converted to equivalent ytt and KCL
// constructs. A construct without an equivalent is reported to `losses` and added to the type's
// documentation, as a comment in the output.
//
// A model that came from ytt or KCL is unchanged.
void LowerToCommon(types::Model& model, ConversionWarnings& losses);

}  // namespace kval::schemas
