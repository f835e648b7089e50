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
      if (params.empty() && binding->NeedsParams()) {
        Add(PolicyStatus::kError, "no parameters of the binding are among the inputs", binding->severity);
      }
      for (const value::Value* param : params) {
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
        AddUnknown(ServerKnowledge::kOtherVersion);
        return false;
      case RequestMatch::kNamespaceUnknown:
        AddUnknown(ServerKnowledge::kNamespace);
        return false;
    }
    return false;
  }

  void EvaluateOne(const AdmissionPolicy& policy, const PolicyBinding& binding, const value::Value* param) {
    PolicyEvaluation evaluation(policy, request_, param, values_, limits_);
    evaluation.Run();
    for (const PolicyEvaluation::Unknown& unknown : evaluation.unknown()) {
      AddUnknown(unknown.what);
    }
    if (evaluation.is_skipped()) {
      Add(PolicyStatus::kSkip, {}, binding.severity);
    } else if (!evaluation.violations().empty()) {
      const PolicyEvaluation::Violation& first = evaluation.violations().front();
      Add(first.is_error ? PolicyStatus::kError : PolicyStatus::kFail, first.message, binding.severity);
    } else if (!evaluation.ignored_error().empty()) {
      Add(PolicyStatus::kIgnoredError, evaluation.ignored_error(), binding.severity);
    } else if (evaluation.unknown().empty()) {
      Add(PolicyStatus::kPass, {}, binding.severity);
    }
  }

  void AddUnknown(ServerKnowledge what) {
    Add(PolicyStatus::kUnknown,
        "its result depends on " + std::string(kServerKnowledge[static_cast<size_t>(what)]),
        diag::Severity::kError);
  }

  void Add(PolicyStatus status, std::string message, diag::Severity severity) {
    if (status > result_.status) {
      result_.status = status;
      result_.message = std::move(message);
      result_.severity = severity;
    }
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
