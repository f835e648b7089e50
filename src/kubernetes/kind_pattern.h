#pragma once

#include <string_view>

#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// Whether the kind of a resource fits a pattern `KIND` or `apiVersion/KIND` with `*` for any text.
bool FitsKindPattern(const Resource& resource, std::string_view pattern);

}  // namespace kval::kubernetes
