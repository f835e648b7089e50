#pragma once

#include <memory>
#include <vector>

#include "src/types/predicate.h"

namespace kval::kubernetes {

// What is asked of a resource within a custom resource (`x-kubernetes-embedded-resource`): an apiVersion and
// a kind that are one, labels and annotations with right names (apiextensions objectmeta/validation.go). One
// predicate for each, so that one fault hides no other.
std::vector<std::shared_ptr<const types::Predicate>> EmbeddedResource();

}  // namespace kval::kubernetes
