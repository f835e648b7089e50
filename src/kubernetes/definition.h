#pragma once

#include "src/diag/emitter.h"
#include "src/kubernetes/resource.h"
#include "src/kubernetes/step_totals.h"

namespace kval::kubernetes {

// Checks a CustomResourceDefinition as a resource (KV707): its names and versions, columns and paths, and its
// schemas (structural.h). Source: k8s.io/apiextensions-apiserver, pkg/apis/apiextensions/validation.
void CheckDefinition(const Resource& resource, StepTotals& costs, diag::Emitter& emit);

}  // namespace kval::kubernetes
