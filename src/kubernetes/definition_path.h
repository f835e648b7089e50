#pragma once

#include "src/diag/path.h"

namespace kval::kubernetes {

// Whether a path of a CustomResourceDefinition is inside a union of a schema and something else: `items`,
// `additionalProperties` and similar. The API server decodes these itself and ignores unknown keys
// (apiextensions-apiserver, pkg/apis/apiextensions/v1/marshal.go).
bool IsDroppedInSilence(const diag::Path& path);

}  // namespace kval::kubernetes
