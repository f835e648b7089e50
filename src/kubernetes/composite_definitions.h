#pragma once

#include <string_view>
#include <vector>

#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// Whether a text may hold a CompositeResourceDefinition.
bool MayDefineComposites(std::string_view text);

// Returns the CustomResourceDefinitions that Crossplane generates from a CompositeResourceDefinition: of
// composite resources, and of claims if it names them. Empty for other documents. New values go to `arena`;
// those of the document keep their places.
//
// Source: crossplane-runtime pkg/xcrd (crd.go, schemas.go); Crossplane 1 also has
// `publishConnectionDetailsTo` and `environmentConfigRefs`.
std::vector<const value::Value*> DefinitionsOfComposites(const value::Value& document, Arena& arena);

}  // namespace kval::kubernetes
