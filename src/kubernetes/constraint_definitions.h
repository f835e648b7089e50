#pragma once

#include <string_view>

#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// Whether a text may hold a ConstraintTemplate of Gatekeeper.
bool MayDefineConstraints(std::string_view text);

// Returns the CustomResourceDefinition that Gatekeeper generates from a ConstraintTemplate: of its
// constraints. Null for other documents. New values go to `arena`; those of the document keep their places.
//
// Source: open-policy-agent/frameworks constraint/pkg/client/crds; gatekeeper pkg/target (MatchSchema).
const value::Value* DefinitionOfConstraints(const value::Value& document, Arena& arena);

}  // namespace kval::kubernetes
