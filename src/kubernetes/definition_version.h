#pragma once

#include <cstdint>

#include "src/diag/emitter.h"
#include "src/kubernetes/resource.h"
#include "src/kubernetes/step_totals.h"

namespace kval::kubernetes {

// Checks one version of a CustomResourceDefinition: schema, defaults, rules, subresources, columns and
// selectable fields. `k8s_minor` is 35 for 1.35. From k8s.io/apiextensions-apiserver,
// pkg/apis/apiextensions/validation, validateCustomResourceDefinitionVersion.
void CheckDefinitionVersion(const check::ValueCursor& version, uint32_t k8s_minor, StepTotals& costs,
                            diag::Emitter& emit);

}  // namespace kval::kubernetes
