#pragma once

#include <cstdint>
#include <optional>

#include "src/value/value.h"

namespace kval::value {

// Returns the integer equal to `real`; nullopt if Value cannot represent it.
std::optional<Value> ToInteger(double real);

// Values that are Equal have equal hashes: whole numbers whatever their kind, mappings whatever their order.
// Takes time in proportion to all that the value holds.
uint64_t Hash(const Value& value);

}  // namespace kval::value
