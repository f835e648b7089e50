#pragma once

#include <memory>
#include <vector>

#include "src/types/predicate.h"

namespace kval::kubernetes {

// Predicates for an embedded resource (`x-kubernetes-embedded-resource`): valid apiVersion and kind, valid
// names of labels and annotations (apiextensions objectmeta/validation.go). One predicate for each, so that
// no error hides another.
std::vector<std::shared_ptr<const types::Predicate>> EmbeddedResource();

}  // namespace kval::kubernetes
