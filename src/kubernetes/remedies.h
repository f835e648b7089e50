#pragma once

#include <string>

#include "src/diag/diagnostic.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// How to fix a finding of the schema of a built-in kind: fields that a later API version renamed or moved,
// plain text in the `data` of a Secret. Empty when there is no known remedy.
std::string RemedyFor(const Resource& resource, const diag::Diagnostic& finding);

}  // namespace kval::kubernetes
