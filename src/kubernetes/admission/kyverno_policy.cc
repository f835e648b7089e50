#include "src/kubernetes/admission/kyverno_policy.h"

#include "src/kubernetes/admission/fields.h"

namespace kval::kubernetes {

bool IsKyvernoPolicy(const value::Value& object) {
  return TextField(&object, "apiVersion").starts_with("policies.kyverno.io/") &&
         TextField(&object, "kind") == "ValidatingPolicy";
}

bool IsForKubernetes(const value::Value& policy) {
  const std::string_view mode = TextField(FieldOf(FieldOf(&policy, "spec"), "evaluation"), "mode");
  return mode.empty() || mode == "Kubernetes";
}

bool GeneratesRulesForControllers(const value::Value& policy) {
  const value::Value* spec = FieldOf(&policy, "spec");
  const auto rules = ItemsOf(FieldOf(FieldOf(spec, "matchConstraints"), "resourceRules"));
  const value::Value* controllers =
      FieldOf(FieldOf(FieldOf(spec, "autogen"), "podControllers"), "controllers");
  const bool is_off = controllers != nullptr && controllers->items().empty();
  return rules.size() == 1 && !is_off &&
         TextItemsOf(FieldOf(rules.front(), "resources")) == std::vector<std::string_view>{"pods"};
}

}  // namespace kval::kubernetes
