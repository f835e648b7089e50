#include "src/kubernetes/admission/policy_binding.h"

#include <algorithm>

#include "src/kubernetes/admission/fields.h"

namespace kval::kubernetes {
namespace {

struct Action {
  std::string_view name;
  diag::Severity severity;
};
constexpr Action kActions[] = {
    {"Deny", diag::Severity::kError}, {"Warn", diag::Severity::kWarning}, {"Audit", diag::Severity::kNote}};

}  // namespace

PolicyBinding PolicyBinding::Read(const value::Value& document) {
  const value::Value* spec = FieldOf(&document, "spec");
  const std::vector<std::string_view> actions = TextItemsOf(FieldOf(spec, "validationActions"));
  const Action* highest = std::find_if(std::begin(kActions), std::end(kActions), [&](const Action& each) {
    return std::find(actions.begin(), actions.end(), each.name) != actions.end();
  });
  const Action& chosen = highest == std::end(kActions) ? kActions[0] : *highest;
  PolicyBinding binding;
  binding.document = &document;
  binding.name = TextField(FieldOf(&document, "metadata"), "name");
  binding.policy_name = TextField(spec, "policyName");
  binding.resources = MatchResources::Read(FieldOf(spec, "matchResources"));
  binding.action = chosen.name;
  binding.severity = chosen.severity;
  binding.param_ref = FieldOf(spec, "paramRef");
  return binding;
}

PolicyBinding PolicyBinding::OfPolicy(const value::Value& policy) {
  PolicyBinding binding = Read(policy);
  binding.noun = "policy";
  binding.policy_name = binding.name;
  binding.resources = {};
  binding.param_ref = nullptr;
  return binding;
}

}  // namespace kval::kubernetes
