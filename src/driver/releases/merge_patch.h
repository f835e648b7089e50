#pragma once

#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::driver {

// Returns `base` with a strategic merge patch of a type whose lists have no merge keys, which all custom
// resources are: maps are merged, null deletes a key, all else replaces. `$patch: replace` and `$patch:
// delete` apply to maps. Source: RFC 7396, k8s.io/apimachinery strategicpatch.
const value::Value* Patched(const value::Value& base, const value::Value& patch, value::Builder& build);

}  // namespace kval::driver
