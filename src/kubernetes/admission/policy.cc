#include "src/kubernetes/admission/policy.h"

#include <utility>

#include "src/kubernetes/admission/fields.h"
#include "src/lang/cel/type.h"

namespace kval::kubernetes {
namespace {

using cel::Type;
using cel::TypeKind;

// The types of variables of admission expressions: apiserver, pkg/admission/plugin/cel/compile.go.

struct Field {
  std::string_view name;
  const Type* type;
};

class FieldTable final : public cel::Fields {
 public:
  explicit FieldTable(std::span<const Field> rows) : rows_(rows) {}
  const Type* Find(std::string_view name) const override {
    for (const Field& row : rows_) {
      if (row.name == name) {
        return row.type;
      }
    }
    return nullptr;
  }

 private:
  std::span<const Field> rows_;
};

constexpr const Type* kOfStrings[] = {&cel::kStringType};
constexpr Type kStrings{TypeKind::kList, false, 0, "list", kOfStrings};
constexpr const Type* kStringToString[] = {&cel::kStringType, &cel::kStringType};
constexpr Type kStringMap{TypeKind::kMap, false, 0, "map", kStringToString};
constexpr const Type* kStringToStrings[] = {&cel::kStringType, &kStrings};
constexpr Type kStringsMap{TypeKind::kMap, false, 0, "map", kStringToStrings};

// The type of `request`.
const Type& AdmissionRequestType() {
  static constexpr Field kKindFields[] = {
      {"group", &cel::kStringType}, {"version", &cel::kStringType}, {"kind", &cel::kStringType}};
  static const FieldTable kind_table(kKindFields);
  static const Type kind{TypeKind::kObject, false, 0, "kubernetes.GroupVersionKind", {}, &kind_table};
  static constexpr Field kResourceFields[] = {
      {"group", &cel::kStringType}, {"version", &cel::kStringType}, {"resource", &cel::kStringType}};
  static const FieldTable resource_table(kResourceFields);
  static const Type resource{TypeKind::kObject, false, 0, "kubernetes.GroupVersionResource", {},
                             &resource_table};
  static constexpr Field kUserFields[] = {{"username", &cel::kStringType},
                                          {"uid", &cel::kStringType},
                                          {"groups", &kStrings},
                                          {"extra", &kStringsMap}};
  static const FieldTable user_table(kUserFields);
  static const Type user{TypeKind::kObject, false, 0, "kubernetes.UserInfo", {}, &user_table};
  static const Field fields[] = {{"kind", &kind},
                                 {"resource", &resource},
                                 {"subResource", &cel::kStringType},
                                 {"requestKind", &kind},
                                 {"requestResource", &resource},
                                 {"requestSubResource", &cel::kStringType},
                                 {"name", &cel::kStringType},
                                 {"namespace", &cel::kStringType},
                                 {"operation", &cel::kStringType},
                                 {"userInfo", &user},
                                 {"dryRun", &cel::kBoolType},
                                 {"options", &cel::kDynType}};
  static const FieldTable table(fields);
  static const Type type{TypeKind::kObject, false, 0, "kubernetes.AdmissionRequest", {}, &table};
  return type;
}

// The type of `namespaceObject`.
const Type& NamespaceObjectType() {
  static constexpr Field kSpecFields[] = {{"finalizers", &kStrings}};
  static const FieldTable spec_table(kSpecFields);
  static const Type spec{TypeKind::kObject, false, 0, "kubernetes.NamespaceSpec", {}, &spec_table};
  static constexpr Field kConditionFields[] = {{"status", &cel::kStringType},
                                               {"type", &cel::kStringType},
                                               {"lastTransitionTime", &cel::kTimestampType},
                                               {"message", &cel::kStringType},
                                               {"reason", &cel::kStringType}};
  static const FieldTable condition_table(kConditionFields);
  static const Type condition{TypeKind::kObject, false, 0, "kubernetes.NamespaceCondition", {},
                              &condition_table};
  static const Type* const of_conditions[] = {&condition};
  static const Type conditions{TypeKind::kList, false, 0, "list", of_conditions};
  static const Field status_fields[] = {{"conditions", &conditions}, {"phase", &cel::kStringType}};
  static const FieldTable status_table(status_fields);
  static const Type status{TypeKind::kObject, false, 0, "kubernetes.NamespaceStatus", {}, &status_table};
  static constexpr Field kMetadataFields[] = {{"name", &cel::kStringType},
                                              {"generateName", &cel::kStringType},
                                              {"namespace", &cel::kStringType},
                                              {"labels", &kStringMap},
                                              {"annotations", &kStringMap},
                                              {"UID", &cel::kStringType},
                                              {"creationTimestamp", &cel::kTimestampType},
                                              {"deletionGracePeriodSeconds", &cel::kIntType},
                                              {"deletionTimestamp", &cel::kTimestampType},
                                              {"generation", &cel::kIntType},
                                              {"resourceVersion", &cel::kStringType},
                                              {"finalizers", &kStrings}};
  static const FieldTable metadata_table(kMetadataFields);
  static const Type metadata{TypeKind::kObject, false, 0, "kubernetes.NamespaceMetadata", {},
                             &metadata_table};
  static const Field fields[] = {{"metadata", &metadata}, {"spec", &spec}, {"status", &status}};
  static const FieldTable table(fields);
  static const Type type{TypeKind::kObject, false, 0, "kubernetes.Namespace", {}, &table};
  return type;
}

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
}

void AdmissionPolicy::Declare(cel::Environment& environment) const {
  environment.Declare("object", &cel::kDynType);
  environment.Declare("oldObject", &cel::kDynType);
  environment.Declare("request", &AdmissionRequestType());
  environment.Declare("namespaceObject", &NamespaceObjectType());
  environment.Declare("variables", environment.types().Object("kubernetes.variables", &variable_fields_));
  if (param_kind_ != nullptr) {
    environment.Declare("params", &cel::kDynType);
  }
}

bool AdmissionPolicy::CompileAll(const value::Value* spec, std::span<const value::Value* const> exceptions) {
  Declare(environment_);
  environment_.Declare("authorizer", &cel::kDynType);
  environment_.Declare("authorizer.requestResource", &cel::kDynType);
  Declare(message_environment_);
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
  Declare(mutation_environment_);
  mutation_environment_.Declare("authorizer", &cel::kDynType);
  mutation_environment_.Declare("authorizer.requestResource", &cel::kDynType);
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
