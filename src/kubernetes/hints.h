#pragma once

#include <string>

#include "src/diag/diagnostic.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// Returns how to fix a finding of the schema of a built-in kind: a field that a later API version renamed or
// moved, plain text in the `data` of a Secret. Empty if there is no known fix.
std::string GetHint(const Resource& resource, const diag::Diagnostic& finding);

// Whether the server sets the field itself, whatever the manifest has: the host names of a StatefulSet's
// pods.
bool IsOverwritten(const Resource& resource, const diag::Path& path);

}  // namespace kval::kubernetes
