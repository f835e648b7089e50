#pragma once

#include <string_view>
#include <vector>

#include "src/support/arena.h"
#include "src/value/value.h"

// Kyverno's ValidatingPolicy and MutatingPolicy: policies as those of Kubernetes that need no binding, with
// further functions. Source: kyverno/kyverno, pkg/cel/policies/vpol and mpol.
namespace kval::kubernetes {

bool IsKyvernoPolicy(const value::Value& object);

// Returns what the policy is evaluated for: `Kubernetes` objects, `JSON` documents, `HTTP` or `Envoy`
// requests.
std::string_view EvaluationModeOf(const value::Value& policy);

// Whether a MutatingPolicy changes other objects than the one of the request.
bool ChangesOtherObjects(const value::Value& policy);

// Returns the policies that Kyverno generates from a policy for pods: for the controllers of pods, and for
// CronJobs. Their expressions refer to the pod template; their strings have the spans of the originals. New
// values go to `arena`. Source: kyverno/kyverno, pkg/cel/autogen.
std::vector<const value::Value*> GenerateForControllers(const value::Value& policy, Arena& arena);

}  // namespace kval::kubernetes
