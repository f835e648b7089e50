#pragma once

#include <functional>
#include <string>

#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::value {

// Two keys of one mapping that become one text, in their order.
using KeyCollisionCallback = std::function<void(const Value& first, const Value& second)>;

// Returns the string for a scalar key of another kind.
using KeyTextFunction = std::string (*)(const Value& key);

// Converts keys to strings as JSON does: `8080: x` gets the key "8080", `Yes: x` in a dialect with boolean
// `Yes` gets "true" (`text_of`, PlainText by default). Copies only affected mappings and their ancestors to
// `arena`; returns `root` itself if nothing changes. Spans are kept. Two keys with the same string both stay
// and are passed to `report_collision`, once per alias. Shared parts stay shared, so the cost is linear in
// the source.
const Value* StringifyKeys(const Value& root, Arena& arena, const KeyCollisionCallback& report_collision = {},
                           KeyTextFunction text_of = nullptr);

}  // namespace kval::value
