#pragma once

#include <string>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "src/diag/emitter.h"
#include "src/driver/kubernetes/policies.h"
#include "src/kubernetes/custom_kinds.h"

namespace kval::driver {

// Reports policies for unknown kinds, whose rules nothing would violate. (A run need not have resources of
// every known kind.) The names of ignored kinds are unknown, so with ignored kinds only a likely typo is an
// error. Returns false if there is an error.
bool ReportUnusedPolicies(const Policies& policies, const schemas::kubernetes::ApiTable& table,
                          const kubernetes::CustomKinds& custom,
                          const std::vector<std::string>& ignored_kinds, diag::Emitter& emit);

}  // namespace kval::driver
