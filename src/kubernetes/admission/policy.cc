#include "src/kubernetes/admission/policy.h"

#include <algorithm>
#include <utility>

#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/variable_types.h"

namespace kval::kubernetes {
namespace {

// Returns nullopt if there is no expression, or it does not compile.
std::optional<PolicyExpression> CompileOne(const value::Value* source, const cel::Environment& environment) {
  if (TextOf(source).empty()) {
    return std::nullopt;
  }
  std::vector<cel::ProgramError> errors;
  auto program = cel::Program::Compile(source->raw, environment, {}, errors);
  return program ? std::optional(PolicyExpression{source, *std::move(program)}) : std::nullopt;
}

bool CompileEach(const value::Value* list, std::string_view key, const cel::Environment& environment,
                 std::deque<PolicyExpression>& to) {
  for (const value::Value* item : ItemsOf(list)) {
    auto expression = CompileOne(FieldOf(item, key), environment);
    if (!expression) {
      return false;
    }
    to.push_back(*std::move(expression));
  }
  return true;
}

}  // namespace

const cel::Type* AdmissionPolicy::VariableFields::Find(std::string_view name) const {
  for (const Variable& variable : variables_) {
    if (variable.name == name) {
      return &variable.expression.program.type();
    }
  }
  return nullptr;
}

AdmissionPolicy::AdmissionPolicy(const value::Value& document)
    : document_(document), name_(TextField(FieldOf(&document, "metadata"), "name")) {
  const value::Value* spec = FieldOf(&document, "spec");
  constraints_ = MatchResources::Read(FieldOf(spec, "matchConstraints"));
  ignores_errors_ = TextField(spec, "failurePolicy") == "Ignore";
  is_reinvocable_ = TextField(spec, "reinvocationPolicy") == "IfNeeded";
  param_kind_ = FieldOf(spec, "paramKind");
  is_of_kyverno_ = TextField(&document, "apiVersion").starts_with("policies.kyverno.io/");
}

void AdmissionPolicy::Declare(cel::Environment& environment, bool has_authorizer) const {
  DeclareVariables(environment, variable_fields_, param_kind_ != nullptr, has_authorizer || is_of_kyverno_);
  if (is_of_kyverno_) {
    environment.Extend(cel::Extension::kBindings);
    environment.Extend(cel::Extension::kKyverno);
    DeclareKyvernoVariables(environment);
  }
}

bool AdmissionPolicy::ReadsObjects() const {
  const auto reads = [](const PolicyExpression& expression) {
    return expression.source->raw.view().find("resource.") != std::string_view::npos;
  };
  return std::any_of(conditions_.begin(), conditions_.end(), reads) ||
         std::any_of(variables_.begin(), variables_.end(),
                     [&](const Variable& variable) { return reads(variable.expression); }) ||
         std::any_of(validations_.begin(), validations_.end(),
                     [&](const Validation& validation) {
                       return reads(validation.expression) ||
                              (validation.message_expression && reads(*validation.message_expression));
                     }) ||
         std::any_of(mutations_.begin(), mutations_.end(),
                     [&](const Mutation& mutation) { return reads(mutation.expression); }) ||
         std::any_of(annotations_.begin(), annotations_.end(), reads);
}

bool AdmissionPolicy::CompileAll(const value::Value* spec, std::span<const value::Value* const> exceptions) {
  Declare(environment_, true);
  Declare(message_environment_, false);
  for (const value::Value* exception : exceptions) {
    exceptions_.push_back({exception, {}});
    if (!CompileEach(FieldOf(FieldOf(exception, "spec"), "matchConditions"), "expression", environment_,
                     exceptions_.back().conditions)) {
      return false;
    }
  }
  if (!CompileEach(FieldOf(spec, "matchConditions"), "expression", environment_, conditions_)) {
    return false;
  }
  for (const value::Value* variable : ItemsOf(FieldOf(spec, "variables"))) {
    auto expression = CompileOne(FieldOf(variable, "expression"), environment_);
    if (!expression) {
      return false;
    }
    variables_.push_back({TextField(variable, "name"), *std::move(expression)});
  }
  for (const value::Value* validation : ItemsOf(FieldOf(spec, "validations"))) {
    auto expression = CompileOne(FieldOf(validation, "expression"), environment_);
    const value::Value* message = FieldOf(validation, "messageExpression");
    auto message_expression = CompileOne(message, message_environment_);
    if (!expression || (!TextOf(message).empty() && !message_expression)) {
      return false;
    }
    validations_.push_back(
        {*std::move(expression), std::move(message_expression), TextField(validation, "message")});
  }
  return CompileMutations(spec) &&
         CompileEach(FieldOf(spec, "auditAnnotations"), "valueExpression", environment_, annotations_);
}

bool AdmissionPolicy::CompileMutations(const value::Value* spec) {
  const auto mutations = ItemsOf(FieldOf(spec, "mutations"));
  if (mutations.empty()) {
    return true;
  }
  mutation_environment_.Extend(cel::Extension::kPatches);
  Declare(mutation_environment_, true);
  for (const value::Value* mutation : mutations) {
    const bool is_json_patch = TextField(mutation, "patchType") == "JSONPatch";
    const value::Value* patch = FieldOf(mutation, is_json_patch ? "jsonPatch" : "applyConfiguration");
    auto expression = CompileOne(FieldOf(patch, "expression"), mutation_environment_);
    if (!expression) {
      return false;
    }
    mutations_.push_back({*std::move(expression), is_json_patch});
  }
  return true;
}

std::unique_ptr<const AdmissionPolicy> AdmissionPolicy::Compile(
    const value::Value& document, std::span<const value::Value* const> exceptions) {
  std::unique_ptr<AdmissionPolicy> policy(new AdmissionPolicy(document));
  return policy->CompileAll(FieldOf(&document, "spec"), exceptions) ? std::move(policy) : nullptr;
}

}  // namespace kval::kubernetes
