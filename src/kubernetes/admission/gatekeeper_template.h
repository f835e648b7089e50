#pragma once

#include <string_view>

#include "src/kubernetes/admission/policy_binding.h"
#include "src/support/arena.h"
#include "src/value/value.h"

// Gatekeeper's ConstraintTemplates in CEL (the engine K8sNativeValidation) and their constraints. Source:
// open-policy-agent/gatekeeper, pkg/drivers/k8scel and pkg/mutation/match.
namespace kval::kubernetes {

bool IsConstraintTemplate(const value::Value& object);
bool IsConstraint(const value::Value& object);

// Returns the kind of the constraints of a template.
std::string_view ConstraintKindOf(const value::Value& constraint_template);

// Expression of the variable `anyObject`, which templates have.
inline constexpr std::string_view kAnyObject = "object == null ? oldObject : object";

// Returns a template as a ValidatingAdmissionPolicy whose parameters are its constraints; null if it has no
// code in CEL. New values go to `arena`.
const value::Value* PolicyOfTemplate(const value::Value& constraint_template, Arena& arena);

// Returns a constraint as a binding.
PolicyBinding BindingOfConstraint(const value::Value& constraint, Arena& arena);

}  // namespace kval::kubernetes
