#pragma once

#include <string_view>

#include "src/diag/diagnostic.h"

namespace kval::kubernetes {

// Names the release of the operator in a finding about a resource whose schema is from the catalogue, if it
// is about the schema. The cluster may run another release, so unknown keys and values that are not similar
// to a known one are warnings.
void NameCatalogRelease(std::string_view release, diag::Diagnostic& finding);

}  // namespace kval::kubernetes
