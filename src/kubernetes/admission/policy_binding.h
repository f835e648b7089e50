#pragma once

#include <string_view>

#include "src/diag/kind.h"
#include "src/kubernetes/admission/match_resources.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// A ValidatingAdmissionPolicyBinding. Refers to its document.
struct PolicyBinding {
  // The severity is the highest of the actions; without actions that of `Deny`.
  static PolicyBinding Read(const value::Value& document);

  // The binding of a policy that needs none: it applies to everything that the policy matches.
  static PolicyBinding OfPolicy(const value::Value& policy);

  const value::Value* document = nullptr;
  std::string_view noun = "binding";  // what messages call it: `policy` if the policy needs no binding
  std::string_view name, policy_name;
  MatchResources resources;
  std::string_view action;
  diag::Severity severity = diag::Severity::kError;
  const value::Value* param_ref = nullptr;  // may be null
  const value::Value* param = nullptr;      // the parameters, if the binding is these
};

}  // namespace kval::kubernetes
