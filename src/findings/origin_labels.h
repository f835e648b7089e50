#pragma once

#include "src/diag/emitter.h"
#include "src/value/value.h"

namespace kval::findings {

// Adds the origins of a merged value, oldest first, as labels "merged from". Adds nothing for other values.
void AddOrigins(const value::Value& value, diag::DiagnosticBuilder& builder);

}  // namespace kval::findings
