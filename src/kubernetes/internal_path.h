#pragma once

#include <string>

#include "src/diag/path.h"

namespace kval::kubernetes {

// What the API server calls a place in a CustomResourceDefinition that has one version: it judges an internal
// form, where the only version's schema, columns and subresources stand in `spec` itself
// (`spec.validation.openAPIV3Schema.properties.spec`). Empty where it has the name that the file has.
// From k8s.io/apiextensions-apiserver, pkg/apis/apiextensions/v1/conversion.go.
std::string InternalPath(const diag::Path& path);

}  // namespace kval::kubernetes
