#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/kubernetes/admission/admission_request.h"
#include "src/kubernetes/admission/old_objects.h"
#include "src/kubernetes/admission/policy.h"
#include "src/kubernetes/admission/policy_binding.h"
#include "src/kubernetes/admission/policy_evaluation.h"
#include "src/kubernetes/admission/policy_references.h"
#include "src/kubernetes/admission/structured_merge.h"
#include "src/kubernetes/catalog.h"
#include "src/kubernetes/resource.h"
#include "src/support/arena.h"
#include "src/support/limits.h"

namespace kval::kubernetes {

// A mutation that was applied to an object.
struct AppliedMutation {
  source::Span expression;  // the text of the expression, the location of all values that it sets
  std::string_view policy;
};

// The ValidatingAdmissionPolicies and MutatingAdmissionPolicies of a run with their bindings, Kyverno's
// ValidatingPolicies and MutatingPolicies, Gatekeeper's templates in CEL with their constraints, and the
// objects that they refer to. Filled first; then threads validate objects concurrently. Documents must
// outlive it.
class AdmissionPolicySet {
 public:
  // Whether a text may hold a policy of any engine, or a binding.
  static bool MayBeIn(std::string_view text);
  // Adds an object if it is a policy or a binding.
  void Add(const value::Value& object);
  // Sets what the run does with its objects: creates them, deletes them, or updates those with an old object
  // and creates the others. Call it before CompileBound.
  void SetOperation(Operation operation) { operation_ = operation; }
  void AddOld(const value::Value& object) { old_objects_.Add(object); }
  // Null unless the objects are updated.
  const OldObjects* old_objects() const { return operation_ == Operation::kUpdate ? &old_objects_ : nullptr; }
  // Compiles the policies with bindings. Call after all policies and bindings were added.
  void CompileBound();

  // Binds every policy without a binding, with the action `Deny`. Call it before CompileBound.
  void BindAll() { binds_all_ = true; }
  // Sets that the objects are JSON documents, which Kyverno's policies with the evaluation mode `JSON`
  // validate, and no others. Call it before CompileBound.
  void ValidateJson() { validates_json_ = true; }

  // A policy that is evaluated.
  struct BoundPolicy {
    std::unique_ptr<const AdmissionPolicy> policy;
    std::vector<const PolicyBinding*> bindings;
  };
  const std::vector<BoundPolicy>& bound() const { return bound_; }
  const std::vector<BoundPolicy>& mutating() const { return mutating_; }
  // A policy that is not evaluated.
  struct UnusedPolicy {
    const value::Value* document;
    std::string_view reason;
  };
  const std::vector<UnusedPolicy>& not_evaluated() const { return not_evaluated_; }

  // Whether no policy applies to any object. Otherwise call `references().Add` for all objects.
  bool empty() const { return bound_.empty() && mutating_.empty(); }
  PolicyReferences& references() { return references_; }
  const PolicyReferences& references() const { return references_; }

  // An object of the run.
  struct Subject {
    const Resource& resource;  // as the API server sees it
    const Catalog& catalog;
    size_t version;  // of Kubernetes, by its number
    // Whether the object has no other errors; otherwise errors of expressions are not reported.
    bool is_valid;
    // The object with the defaults that Mutate has used; null: the defaults are not known.
    const value::Value* admitted = nullptr;
    // The schema of its kind; null if there is none.
    const KindSchema* schema = nullptr;
  };
  // Validates an object with the policies that match its request (KV7292). New values go to `arena`. Returns
  // the cost.
  uint64_t Validate(const Subject& subject, const Limits& limits, Arena& arena, diag::Emitter& emit) const;

  // The object of a subject after the mutations that match its request.
  struct Mutated {
    const value::Value* object;              // the object itself if nothing changes it
    const value::Value* admitted = nullptr;  // with defaults; null if nothing changes it
    std::vector<AppliedMutation> applied = {};
    uint64_t cost = 0;
  };
  // Applies the policies that mutate to an object. Reports mutations that fail (KV7293). New values go
  // to `arena`.
  Mutated Mutate(const Subject& subject, const MergeSchema& schema, const Limits& limits, Arena& arena,
                 diag::Emitter& emit) const;

  // Whether a request matches; records for ReportNotEvaluated that this is unknown.
  bool Matches(const MatchResources& resources, const AdmissionRequest& request,
               const AdmissionPolicy& policy) const;
  // Records that a policy or an expression was not evaluated for an object.
  void RecordUnknown(const value::Value& place, ServerKnowledge what) const;

  // Reports policies and expressions that were not evaluated (KV7295). Call after all objects were validated.
  void ReportNotEvaluated(diag::Emitter& emit) const;

 private:
  // The validation of one object.
  class Run;

  // Compiles a policy and adds it to the evaluated policies. Returns false if it is not evaluated; `reason`:
  // why it does not compile, if no other finding states it.
  bool Bind(const value::Value& document, std::vector<const PolicyBinding*> bindings, std::string_view reason,
            std::span<const value::Value* const> exceptions = {});
  // The request for a subject by the operation of the run.
  AdmissionRequest RequestFor(const Subject& subject, Arena& arena) const;
  // Adds a policy of Kyverno and the policies that Kyverno generates from it.
  void BindKyvernoPolicy(const value::Value& document);
  // Adds Gatekeeper's templates with their constraints.
  void BindTemplates();

  // Policies of Kubernetes of one kind with their bindings.
  struct PolicyKind {
    std::map<std::string_view, const value::Value*> policies;  // by name
    std::deque<PolicyBinding> bindings;
  };
  void CompileKind(const PolicyKind& kind);
  static void ReportUnbound(const PolicyKind& kind, diag::Emitter& emit);

  PolicyKind validating_kind_, mutating_kind_;
  std::deque<PolicyBinding> own_bindings_;                                       // not of these kinds
  std::vector<const value::Value*> kyverno_policies_, templates_, constraints_;  // the others: Gatekeeper's
  Arena arena_;                                                                  // of generated policies
  std::map<std::pair<std::string_view, std::string_view>, std::vector<const value::Value*>>
      exceptions_;                             // by kind and name of Kyverno's policies
  std::vector<BoundPolicy> bound_, mutating_;  // mutating_: of Kubernetes by name, then Kyverno's
  PolicyReferences references_;
  Operation operation_ = Operation::kCreate;
  OldObjects old_objects_;
  std::vector<UnusedPolicy> not_evaluated_;
  bool binds_all_ = false;
  bool validates_json_ = false;

  // Expressions or policies that were not evaluated for some object, by their locations.
  mutable std::mutex unknown_mutex_;
  mutable std::map<std::pair<uint32_t, ServerKnowledge>, const value::Value*> unknown_;
};

}  // namespace kval::kubernetes
