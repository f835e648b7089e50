#pragma once

#include <string_view>

#include "src/diag/emitter.h"
#include "src/kubernetes/resource.h"
#include "src/support/limits.h"

namespace kval::kubernetes {

// What the API server asks of a resource beyond its schema. Values of the wrong kind are passed over: the
// schema has said so.
void CheckRules(const Resource& resource, bool is_builtin, const Limits& limits, diag::Emitter& emit);

}  // namespace kval::kubernetes
