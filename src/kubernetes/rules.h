#pragma once

#include <string_view>

#include "src/diag/emitter.h"
#include "src/kubernetes/costs.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// What the API server asks of a resource beyond its schema. Values of the wrong kind are passed over: the
// schema has said so.
void CheckRules(const Resource& resource, bool is_builtin, Costs& costs, diag::Emitter& emit);

}  // namespace kval::kubernetes
