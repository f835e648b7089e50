#pragma once

#include <string_view>

#include "src/diag/emitter.h"
#include "src/kubernetes/resource.h"
#include "src/kubernetes/step_totals.h"

namespace kval::kubernetes {

// Checks the API server's rules beyond the schema. Ignores values of the wrong kind, which the schema
// reports.
void CheckRules(const Resource& resource, bool is_builtin, StepTotals& costs, diag::Emitter& emit);

}  // namespace kval::kubernetes
