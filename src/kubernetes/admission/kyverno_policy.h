#pragma once

#include <string_view>

#include "src/value/value.h"

// Kyverno's ValidatingPolicy: a ValidatingAdmissionPolicy that needs no binding, with further functions.
// Source: kyverno/kyverno, pkg/cel/policies/vpol.
namespace kval::kubernetes {

bool IsKyvernoPolicy(const value::Value& object);

// Returns whether the policy is evaluated for Kubernetes objects, not for other documents or requests.
bool IsForKubernetes(const value::Value& policy);

// Returns whether Kyverno generates rules for the controllers of pods from the policy.
bool GeneratesRulesForControllers(const value::Value& policy);

}  // namespace kval::kubernetes
