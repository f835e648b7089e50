#pragma once

#include "src/diag/path.h"

namespace kval::kubernetes {

// Whether a place of a CustomResourceDefinition lies in a part of its schema that may be a schema or
// something else: `items`, `additionalProperties` and their likes. The API server decodes those itself,
// without asking for unknown keys (apiextensions-apiserver, pkg/apis/apiextensions/v1/marshal.go).
bool IsDroppedInSilence(const diag::Path& path);

}  // namespace kval::kubernetes
