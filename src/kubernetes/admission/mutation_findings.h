#pragma once

#include <span>
#include <string_view>

#include "src/diag/diagnostic.h"
#include "src/kubernetes/admission/policy_set.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// Adds to a finding about a value that a mutation set, which is located at the expression, a note that names
// the policy and the object, and removes its fix. `object`: as written.
void LocateMutation(std::span<const AppliedMutation> applied, const value::Value& object,
                    std::string_view kind, diag::Diagnostic& finding);

}  // namespace kval::kubernetes
