#pragma once

#include <optional>
#include <string_view>

#include "src/value/value.h"

namespace kval::driver {

// Whether a selector, such as `app=web,tier in (a, b)`, selects labels or annotations, which may be null.
// Returns nullopt if it cannot be read.
std::optional<bool> SelectsLabels(std::string_view selector, const value::Value* labels);

}  // namespace kval::driver
