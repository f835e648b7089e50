#pragma once

#include "src/lang/cel/type.h"

// The types of variables of admission expressions: apiserver, pkg/admission/plugin/cel/compile.go.
namespace kval::kubernetes {

// The type of `request`.
const cel::Type& AdmissionRequestType();
// The type of `namespaceObject`.
const cel::Type& NamespaceObjectType();

}  // namespace kval::kubernetes
