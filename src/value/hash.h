#pragma once

#include <cstdint>
#include <optional>

#include "src/value/value.h"

namespace kval::value {

// The integer that is exactly as much as `real`; nothing when Value holds none.
std::optional<Value> WholeNumber(double real);

// Values that are Equal have equal hashes: whole numbers whatever their kind, mappings whatever their order.
// Takes time in proportion to all that the value holds.
uint64_t Hash(const Value& value);

}  // namespace kval::value
