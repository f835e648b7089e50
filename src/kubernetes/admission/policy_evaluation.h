#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "src/kubernetes/admission/dynamic_values.h"
#include "src/kubernetes/admission/kyverno_values.h"
#include "src/kubernetes/admission/policy.h"
#include "src/kubernetes/admission/server_knowledge.h"
#include "src/lang/cel/heap.h"
#include "src/support/limits.h"

namespace kval::kubernetes {

// A policy, evaluated for one object with one set of parameters. Source: apiserver,
// pkg/admission/plugin/policy/validating/validator.go.
class PolicyEvaluation {
 public:
  // A part of the policy that the object violates, or an error.
  struct Violation {
    const PolicyExpression* expression;
    bool is_error = false;
    bool is_annotation = false;  // errors of annotations deny the request whatever the binding says
    std::string message = {};
    std::vector<cel::FailingPart> parts = {};  // items of these are document values of `values`
  };
  // A part of the policy whose result depends on what only the API server knows.
  struct Unknown {
    const PolicyExpression* expression;
    ServerKnowledge what;
  };

  // `params`: null for none. All arguments must outlive the evaluation.
  PolicyEvaluation(const AdmissionPolicy& policy, const AdmissionRequest& request, const value::Value* params,
                   DynamicValues& values, const Limits& limits);
  PolicyEvaluation(const PolicyEvaluation&) = delete;
  PolicyEvaluation& operator=(const PolicyEvaluation&) = delete;

  // Evaluates everything that validates.
  void Run();
  // Whether no exception applies and the match conditions hold. For policies that mutate, whose expressions
  // are then evaluated one by one.
  bool Matches() { return !IsExempt() && MatchesConditions(); }
  // Returns the value of an expression, which lives as long as this; nullopt after recording an error.
  std::optional<cel::Value> Compute(const PolicyExpression& expression);
  // Records that the result of an expression cannot be used.
  void Fail(const PolicyExpression& expression, const std::string& message);

  const std::vector<Violation>& violations() const { return violations_; }
  // Whether a match condition is false or an exception applies, so that nothing else was evaluated.
  bool is_skipped() const { return is_skipped_; }
  // The first error that the policy ignores; empty if there is none.
  const std::string& ignored_error() const { return ignored_error_; }
  const std::vector<Unknown>& unknown() const { return unknown_; }
  uint64_t cost() const { return cost_; }

 private:
  // `variables`: each is computed on first use.
  class Variables final : public cel::Map {
   public:
    explicit Variables(PolicyEvaluation& evaluation) : evaluation_(evaluation) {}
    size_t size() const override { return evaluation_.policy_.variables().size(); }
    bool Find(const cel::Value& key, cel::Value* found) const override;
    cel::Value KeyAt(size_t index) const override;
    cel::Value ValueAt(size_t index) const override;

   private:
    PolicyEvaluation& evaluation_;
    mutable std::vector<std::optional<cel::Value>> computed_;
  };

  cel::Value Evaluate(const PolicyExpression& expression);
  cel::Budget Budget() const;
  // Returns nullopt after recording an error. A false condition decides whatever the others are.
  std::optional<bool> AllHold(const std::deque<PolicyExpression>& conditions);
  // Whether an exception applies, or one of its conditions results in an error.
  bool IsExempt();
  bool MatchesConditions();
  void Validate(const AdmissionPolicy::Validation& validation);
  std::string MessageOf(const AdmissionPolicy::Validation& validation);
  // Records an error, or what is unknown.
  void Record(const PolicyExpression& expression, const cel::Value& error, bool is_annotation);
  cel::Value RequestValue(const AdmissionRequest& request, DynamicValues& values);
  cel::Value NamespaceValue(const AdmissionRequest& request, DynamicValues& values);

  const AdmissionPolicy& policy_;
  const Limits& limits_;
  cel::Heap heap_;
  Variables variables_{*this};
  std::optional<ClusterObjects> cluster_;
  std::vector<cel::Value> slots_;
  uint64_t cost_ = 0;
  std::vector<Violation> violations_;
  std::vector<Unknown> unknown_;
  bool is_skipped_ = false;
  std::string ignored_error_;
};

}  // namespace kval::kubernetes
