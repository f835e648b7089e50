#pragma once

#include "src/diag/emitter.h"
#include "src/kubernetes/costs.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// A CustomResourceDefinition that is itself to be created (KV707): its names and versions, columns and paths,
// and its schemas (structural.h). From k8s.io/apiextensions-apiserver, pkg/apis/apiextensions/validation.
void CheckDefinition(const Resource& resource, Costs& costs, diag::Emitter& emit);

}  // namespace kval::kubernetes
