#pragma once

#include <memory>

#include "src/types/predicate.h"

namespace kval::kubernetes {

// What is asked of a resource within a custom resource (`x-kubernetes-embedded-resource`): an apiVersion that
// is one, labels and annotations with right names.
std::shared_ptr<const types::Predicate> EmbeddedResource();

}  // namespace kval::kubernetes
