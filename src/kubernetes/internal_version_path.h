#pragma once

#include <string>

#include "src/diag/path.h"

namespace kval::kubernetes {

// Returns the API server's name of a path in a CustomResourceDefinition with one version: it validates an
// internal form with the only version's schema, columns and subresources in `spec`
// (`spec.validation.openAPIV3Schema.properties.spec`). Empty if the name is the same. From
// k8s.io/apiextensions-apiserver, pkg/apis/apiextensions/v1/conversion.go.
std::string ToInternalVersionPath(const diag::Path& path);

}  // namespace kval::kubernetes
