#pragma once

#include <functional>

#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::value {

// Two keys of one mapping that become one text, in their order.
using KeyCollisionCallback = std::function<void(const Value& first, const Value& second)>;

// Converts keys to strings as JSON does: `8080: x` gets the key "8080", `Yes: x` in a dialect with boolean
// `Yes` gets "true" (PlainText). Copies only affected mappings and their ancestors to `arena`; returns `root`
// itself if nothing changes. Spans are kept. Two keys with the same string both stay and are passed to
// `report_collision`, once per alias. Shared parts stay shared, so the cost is linear in the source.
const Value* StringifyKeys(const Value& root, Arena& arena,
                           const KeyCollisionCallback& report_collision = {});

}  // namespace kval::value
