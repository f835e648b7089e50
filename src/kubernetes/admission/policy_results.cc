#include "src/kubernetes/admission/policy_results.h"

#include <utility>

#include "src/kubernetes/admission/dynamic_values.h"
#include "src/kubernetes/admission/policy_evaluation.h"

namespace kval::kubernetes {
namespace {

class Evaluator {
 public:
  Evaluator(const AdmissionPolicySet& policies, const AdmissionRequest& request, const Catalog& catalog,
            const Limits& limits)
      : policies_(policies), request_(request), catalog_(catalog), limits_(limits) {}

  PolicyResult Evaluate(const AdmissionPolicySet::BoundPolicy& bound) {
    result_ = {};
    result_.policy = &bound.policy->document();
    if (!Matches(bound.policy->constraints())) {
      return std::move(result_);
    }
    for (const PolicyBinding* binding : bound.bindings) {
      if (!Matches(binding->resources)) {
        continue;
      }
      const auto params = policies_.references().FindParams(*bound.policy, *binding, request_, catalog_);
      if (!params.problem.empty()) {
        result_.Add(bound.policy->ignores_errors() ? PolicyStatus::kIgnoredError : PolicyStatus::kError,
                    std::string(params.problem), binding->severity);
      }
      for (const value::Value* param : params.values) {
        EvaluateOne(*bound.policy, *binding, param);
      }
    }
    return std::move(result_);
  }

 private:
  bool Matches(const MatchResources& resources) {
    switch (resources.Match(request_)) {
      case RequestMatch::kNo:
        return false;
      case RequestMatch::kYes:
        return true;
      case RequestMatch::kConverted:
        result_.AddUnknown(ServerKnowledge::kOtherVersion);
        return false;
      case RequestMatch::kNamespaceUnknown:
        result_.AddUnknown(ServerKnowledge::kNamespace);
        return false;
    }
    return false;
  }

  void EvaluateOne(const AdmissionPolicy& policy, const PolicyBinding& binding, const value::Value* param) {
    PolicyEvaluation evaluation(policy, request_, param, values_, limits_);
    evaluation.Run();
    result_.Add(evaluation, binding);
  }

  const AdmissionPolicySet& policies_;
  const AdmissionRequest& request_;
  const Catalog& catalog_;
  const Limits& limits_;
  DynamicValues values_;
  PolicyResult result_;
};

}  // namespace

std::vector<PolicyResult> EvaluatePolicies(const AdmissionPolicySet& policies,
                                           const AdmissionRequest& request, const Catalog& catalog,
                                           const Limits& limits) {
  Evaluator evaluator(policies, request, catalog, limits);
  std::vector<PolicyResult> results;
  for (const AdmissionPolicySet::BoundPolicy& bound : policies.bound()) {
    results.push_back(evaluator.Evaluate(bound));
  }
  return results;
}

}  // namespace kval::kubernetes
