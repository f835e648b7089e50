#pragma once

#include <string>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/kubernetes/admission/admission_request.h"
#include "src/kubernetes/admission/policy_result.h"
#include "src/kubernetes/admission/policy_set.h"
#include "src/kubernetes/admission/structured_merge.h"
#include "src/support/arena.h"
#include "src/support/limits.h"

namespace kval::kubernetes {

// The mutations of one object by the policies of a run, in the order of AdmissionPolicySet::mutating. A
// second pass applies the policies with the reinvocation policy `IfNeeded` again if the first pass applied
// any.
//
// Source: apiserver, pkg/admission/plugin/policy/mutating/dispatcher.go.
class MutationRun {
 public:
  // All arguments but `subject` must outlive it.
  MutationRun(const AdmissionPolicySet& set, const AdmissionPolicySet::Subject& subject,
              const MergeSchema& schema, AdmissionRequest request, const Limits& limits, Arena& arena,
              diag::Emitter& emit)
      : set_(set),
        subject_(subject),
        schema_(schema),
        request_(std::move(request)),
        limits_(limits),
        arena_(arena),
        emit_(emit) {}

  // Omits the defaults of the API server, which other programs that apply policies do not set. Call before
  // Run.
  void OmitDefaults() { sets_defaults_ = false; }
  void Run();

  // The object with all mutations but without the defaults that only the API server sets; the original object
  // if no policy changes it.
  const value::Value* result() const { return result_; }
  // The same with these defaults, as policies that validate see it.
  const value::Value* admitted() const { return request_.object; }
  // The expressions that set values of the result: their text is the location of these values.
  const std::vector<AppliedMutation>& applied() const { return applied_; }
  uint64_t cost() const { return cost_; }
  // A result for each policy that matches the request, each with the object as the policy leaves it.
  const std::vector<PolicyResult>& results() const { return results_; }

 private:
  // A policy with one binding and one set of parameters that match the request.
  struct Invocation {
    const AdmissionPolicy* policy;
    const PolicyBinding* binding;
    const value::Value* param;
    friend bool operator==(const Invocation&, const Invocation&) = default;
  };

  std::vector<Invocation> Invocations();
  // Applies all mutations of a policy. Returns false if its conditions exclude the object.
  bool Invoke(const Invocation& invocation);
  void Apply(const AdmissionPolicy::Mutation& mutation, const Invocation& invocation);
  const value::Value* WithDefaults(const value::Value& object);
  // Converts a result and applies it to the object.
  Result<const value::Value*> Patched(const AdmissionPolicy::Mutation& mutation, const cel::Value& result);
  void Report(const PolicyEvaluation& evaluation, const Invocation& invocation, const DynamicValues& values);
  PolicyResult& ResultOf(const AdmissionPolicy& policy);

  const AdmissionPolicySet& set_;
  const AdmissionPolicySet::Subject subject_;
  const MergeSchema& schema_;
  AdmissionRequest request_;
  const Limits& limits_;
  Arena& arena_;
  diag::Emitter& emit_;
  const value::Value* result_ = nullptr;
  std::vector<AppliedMutation> applied_;
  std::vector<std::pair<const PolicyExpression*, std::string>> reported_;
  std::vector<PolicyResult> results_;
  uint64_t cost_ = 0;
  bool sets_defaults_ = true;
  bool is_stopped_ = false;
};

}  // namespace kval::kubernetes
