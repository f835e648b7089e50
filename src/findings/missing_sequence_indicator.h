#pragma once

#include "src/diag/emitter.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::findings {

// Adds to a finding "expected array, found map" the location of the missing `- ` that would make the map an
// item.
void LabelMissingSequenceIndicator(const value::Value& value, const types::Type& expected,
                                   const types::Model& model, diag::DiagnosticBuilder& builder);

}  // namespace kval::findings
