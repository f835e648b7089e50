#include "src/kubernetes/admission/gatekeeper_template.h"

#include <algorithm>
#include <vector>

#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/generated_values.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Value;

// The criteria of a constraint that selectors do not express. `request.namespace` of a Namespace is its name.
struct Criterion {
  Text name, expression;
};
constexpr Criterion kCriteria[] = {
    {"kinds",
     "params.?spec.match.kinds.orValue([]).size() == 0 || params.spec.match.kinds.exists(k, "
     "(k.?kinds.orValue([]).size() == 0 || '*' in k.kinds || request.kind.kind in k.kinds) && "
     "(k.?apiGroups.orValue([]).size() == 0 || '*' in k.apiGroups || request.kind.group in k.apiGroups))"},
    {"name",
     "params.?spec.match.name.orValue('') == '' || [object, oldObject].exists(o, o != null && "
     "(o.metadata.?name.orValue('').matches('^' + string(params.spec.match.name).replace('*', '.*') + '$') "
     "|| "
     "(params.spec.match.name.endsWith('*') && o.metadata.?generateName.orValue('').matches("
     "'^' + string(params.spec.match.name).replace('*', '.*') + '$'))))"},
    {"namespaces",
     "params.?spec.match.namespaces.orValue([]).size() == 0 || !has(request.namespace) || "
     "params.spec.match.namespaces.exists(n, "
     "request.namespace.matches('^' + string(n).replace('*', '.*') + '$'))"},
    {"excluded-namespaces",
     "!has(request.namespace) || !params.?spec.match.excludedNamespaces.orValue([]).exists(n, "
     "request.namespace.matches('^' + string(n).replace('*', '.*') + '$'))"},
};

constexpr Text kParameters = "params.?spec.parameters.orValue(null)";

struct Action {
  Text name;
  diag::Severity severity;
};
constexpr Action kActions[] = {
    {"deny", diag::Severity::kError}, {"warn", diag::Severity::kWarning}, {"dryrun", diag::Severity::kNote}};

// The source in CEL of a template; null if there is none.
const Value* SourceOf(const Value* target) {
  for (const Value* code : ItemsOf(FieldOf(target, "code"))) {
    if (TextField(code, "engine") == "K8sNativeValidation") {
      return FieldOf(code, "source");
    }
  }
  return nullptr;
}

const Value* FirstTarget(const Value* spec) {
  const auto targets = ItemsOf(FieldOf(spec, "targets"));
  return targets.empty() ? nullptr : targets.front();
}

void Append(const Value* list, std::vector<const Value*>& to) {
  const auto items = ItemsOf(list);
  to.insert(to.end(), items.begin(), items.end());
}

const Action& ActionOf(const Value* spec) {
  std::vector<Text> chosen = {TextField(spec, "enforcementAction")};
  for (const Value* scoped : ItemsOf(FieldOf(spec, "scopedEnforcementActions"))) {
    chosen.push_back(TextField(scoped, "action"));
  }
  const Action* highest = std::find_if(std::begin(kActions), std::end(kActions), [&](const Action& each) {
    return std::find(chosen.begin(), chosen.end(), each.name) != chosen.end();
  });
  return highest == std::end(kActions) ? kActions[0] : *highest;
}

}  // namespace

bool IsConstraintTemplate(const Value& object) {
  return TextField(&object, "apiVersion").starts_with("templates.gatekeeper.sh/") &&
         TextField(&object, "kind") == "ConstraintTemplate";
}

bool IsConstraint(const Value& object) {
  return TextField(&object, "apiVersion").starts_with("constraints.gatekeeper.sh/");
}

std::string_view ConstraintKindOf(const Value& constraint_template) {
  const Value* crd = FieldOf(FieldOf(FieldOf(&constraint_template, "spec"), "crd"), "spec");
  return TextField(FieldOf(crd, "names"), "kind");
}

const Value* PolicyOfTemplate(const Value& constraint_template, Arena& arena) {
  const Value* target = FirstTarget(FieldOf(&constraint_template, "spec"));
  const Value* source = SourceOf(target);
  if (source == nullptr) {
    return nullptr;
  }
  GeneratedValues make(arena);
  std::vector<const Value*> conditions;
  for (const Criterion& criterion : kCriteria) {
    conditions.push_back(
        make.Map({{"name", make.Text(criterion.name)}, {"expression", make.Text(criterion.expression)}}));
  }
  Append(FieldOf(source, "matchCondition"), conditions);
  std::vector<const Value*> variables = {
      make.Map({{"name", make.Text("anyObject")}, {"expression", make.Text(kAnyObject)}}),
      make.Map({{"name", make.Text("params")}, {"expression", make.Text(kParameters)}})};
  Append(FieldOf(source, "variables"), variables);
  const Value* operations = FieldOf(target, "operations");
  const Value* rule =
      make.Map({{"apiGroups", make.List({"*"})},
                {"apiVersions", make.List({"*"})},
                {"resources", make.List({"*"})},
                {"operations", operations != nullptr ? operations : make.List({"CREATE", "UPDATE"})}});
  const Value* spec =
      make.Map({{"matchConstraints", make.Map({{"resourceRules", make.List({&rule, 1})}})},
                {"paramKind", make.Map({{"apiVersion", make.Text("constraints.gatekeeper.sh/v1beta1")},
                                        {"kind", make.Text(ConstraintKindOf(constraint_template))}})},
                {"failurePolicy", FieldOf(source, "failurePolicy")},
                {"matchConditions", make.List(conditions)},
                {"variables", make.List(variables)},
                {"validations", FieldOf(source, "validations")}});
  return make.Map({{"apiVersion", FieldOf(&constraint_template, "apiVersion")},
                   {"kind", FieldOf(&constraint_template, "kind")},
                   {"metadata", FieldOf(&constraint_template, "metadata")},
                   {"spec", spec}});
}

PolicyBinding BindingOfConstraint(const Value& constraint, Arena& arena) {
  const Value* spec = FieldOf(&constraint, "spec");
  const Value* match = FieldOf(spec, "match");
  GeneratedValues make(arena);
  const Value* scope = FieldOf(match, "scope");
  const Text scope_name = TextOf(scope) == "Cluster" || TextOf(scope) == "Namespaced" ? TextOf(scope) : "*";
  const Value* rule = make.Map({{"apiGroups", make.List({"*"})},
                                {"apiVersions", make.List({"*"})},
                                {"resources", make.List({"*"})},
                                {"scope", make.Text(scope_name)}});
  const Action& action = ActionOf(spec);
  PolicyBinding binding;
  binding.document = &constraint;
  binding.noun = "constraint";
  binding.name = TextField(FieldOf(&constraint, "metadata"), "name");
  binding.policy_name = TextField(&constraint, "kind");
  binding.resources =
      MatchResources::Read(make.Map({{"resourceRules", make.List({&rule, 1})},
                                     {"objectSelector", FieldOf(match, "labelSelector")},
                                     {"namespaceSelector", FieldOf(match, "namespaceSelector")}}));
  binding.action = action.name;
  binding.severity = action.severity;
  binding.param = &constraint;
  return binding;
}

}  // namespace kval::kubernetes
