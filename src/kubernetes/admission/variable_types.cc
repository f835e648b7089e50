#include "src/kubernetes/admission/variable_types.h"

#include <span>
#include <string_view>

namespace kval::kubernetes {
namespace {

using cel::Type;
using cel::TypeKind;

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

}  // namespace

void DeclareVariables(cel::Environment& environment, const cel::Fields& variables, bool has_params,
                      bool has_authorizer) {
  environment.Declare("object", &cel::kDynType);
  environment.Declare("oldObject", &cel::kDynType);
  environment.Declare("request", &AdmissionRequestType());
  environment.Declare("namespaceObject", &NamespaceObjectType());
  environment.Declare("variables", environment.types().Object("kubernetes.variables", &variables));
  if (has_params) {
    environment.Declare("params", &cel::kDynType);
  }
  if (has_authorizer) {
    environment.Declare("authorizer", &cel::kAuthorizerType);
    environment.Declare("authorizer.requestResource", &cel::kResourceCheckType);
  }
}

void DeclareKyvernoVariables(cel::Environment& environment) {
  environment.Declare("resource", &cel::kClusterType);
  environment.Declare("images", &kStringsMap);
  for (const std::string_view context : {"http", "globalContext", "image", "yaml"}) {
    environment.Declare(context, &cel::kContextType);
  }
}

}  // namespace kval::kubernetes
