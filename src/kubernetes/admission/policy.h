#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "src/kubernetes/admission/match_resources.h"
#include "src/lang/cel/environment.h"
#include "src/lang/cel/program.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// An expression of a policy: its program, and its text in the policy's document.
struct PolicyExpression {
  const value::Value* source;
  cel::Program program;
};

// A ValidatingAdmissionPolicy or MutatingAdmissionPolicy whose expressions compile. Refers to its document.
// Immutable: threads share it.
//
// Programs read the variables in this order: `object`, `oldObject`, `request`, `namespaceObject`,
// `variables`, `params` if the policy has a kind of parameters, `authorizer` and
// `authorizer.requestResource`; then those of DeclareKyvernoVariables if the policy is one of Kyverno.
class AdmissionPolicy {
 public:
  struct Validation {
    PolicyExpression expression;
    std::optional<PolicyExpression> message_expression;
    std::string_view message;
  };
  struct Variable {
    std::string_view name;
    PolicyExpression expression;
  };

  struct Mutation {
    PolicyExpression expression;  // results in an Object or in a list(JSONPatch)
    bool is_json_patch;
  };

  // An exception of Kyverno: objects that meet its conditions are exempt.
  struct Exception {
    const value::Value* document;
    std::deque<PolicyExpression> conditions;
  };

  // Returns null if an expression does not compile, which is reported where the policy is validated.
  // `exceptions`: the documents of the exceptions.
  static std::unique_ptr<const AdmissionPolicy> Compile(const value::Value& document,
                                                        std::span<const value::Value* const> exceptions = {});
  AdmissionPolicy(const AdmissionPolicy&) = delete;
  AdmissionPolicy& operator=(const AdmissionPolicy&) = delete;

  std::string_view name() const { return name_; }
  const value::Value& document() const { return document_; }
  const MatchResources& constraints() const { return constraints_; }
  // Whether errors of expressions admit the object.
  bool ignores_errors() const { return ignores_errors_; }
  bool is_of_kyverno() const { return is_of_kyverno_; }
  // Whether an expression reads other objects of the cluster.
  bool ReadsObjects() const;
  // Null if the policy has no parameters.
  const value::Value* param_kind() const { return param_kind_; }
  const std::deque<Exception>& exceptions() const { return exceptions_; }
  const std::deque<PolicyExpression>& conditions() const { return conditions_; }
  const std::deque<Variable>& variables() const { return variables_; }
  const std::deque<Validation>& validations() const { return validations_; }
  const std::deque<PolicyExpression>& annotations() const { return annotations_; }
  const std::deque<Mutation>& mutations() const { return mutations_; }
  // Whether its mutations are applied again after later mutations.
  bool is_reinvocable() const { return is_reinvocable_; }

 private:
  // The variables whose types are known so far.
  class VariableFields final : public cel::Fields {
   public:
    explicit VariableFields(const std::deque<Variable>& variables) : variables_(variables) {}
    const cel::Type* Find(std::string_view name) const override;

   private:
    const std::deque<Variable>& variables_;
  };

  explicit AdmissionPolicy(const value::Value& document);
  bool CompileAll(const value::Value* spec, std::span<const value::Value* const> exceptions);
  bool CompileMutations(const value::Value* spec);
  void Declare(cel::Environment& environment, bool has_authorizer) const;

  const value::Value& document_;
  std::string_view name_;
  MatchResources constraints_;
  bool ignores_errors_ = false;
  bool is_reinvocable_ = false;
  bool is_of_kyverno_ = false;
  const value::Value* param_kind_ = nullptr;
  std::deque<Variable> variables_;
  VariableFields variable_fields_{variables_};
  cel::Environment environment_, message_environment_,
      mutation_environment_;  // own the types of the programs
  std::deque<PolicyExpression> conditions_, annotations_;
  std::deque<Validation> validations_;
  std::deque<Mutation> mutations_;
  std::deque<Exception> exceptions_;
};

}  // namespace kval::kubernetes
