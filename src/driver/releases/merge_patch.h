#pragma once

#include <cstdint>

#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::driver {

// How a strategic merge patch changes lists. Those of custom resources have no merge keys.
enum class ListMerge : uint8_t { kReplace, kByKeys };

// Returns `base` with a strategic merge patch: maps are merged, null deletes a key, all else replaces.
// `$patch: replace` and `$patch: delete` apply to maps, and to items of lists with merge keys. Source: RFC
// 7396, k8s.io/apimachinery strategicpatch.
const value::Value* Patched(const value::Value& base, const value::Value& patch, value::Builder& build,
                            ListMerge lists = ListMerge::kReplace);

// Whether Patched applies all of a patch: it has no other directives, such as `$retainKeys`.
bool IsApplicablePatch(const value::Value& patch);

}  // namespace kval::driver
