#pragma once

#include <cstddef>
#include <string_view>

#include "schemas/kubernetes/api_table.h"
#include "src/diag/path.h"

namespace kval::kubernetes {

// Whether a map of a built-in kind is replaced as a whole when an object is applied. `version`: the number of
// the Kubernetes version. Source: the published OpenAPI documents, `x-kubernetes-map-type: atomic`.
bool IsAtomicMap(const schemas::kubernetes::ApiTable& table, std::string_view api_version,
                 std::string_view kind, const diag::Path& path, size_t version);

}  // namespace kval::kubernetes
