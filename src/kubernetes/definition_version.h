#pragma once

#include <cstdint>

#include "src/diag/emitter.h"
#include "src/kubernetes/costs.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// One version of a CustomResourceDefinition: its schema with what it sets by default and its rules, its
// subresources, columns and fields that can be selected. `k8s_minor` is 35 of 1.35. From
// k8s.io/apiextensions-apiserver, pkg/apis/apiextensions/validation, validateCustomResourceDefinitionVersion.
void CheckDefinitionVersion(const check::Trail& version, uint32_t k8s_minor, Costs& costs,
                            diag::Emitter& emit);

}  // namespace kval::kubernetes
