#pragma once

#include <string_view>

#include "src/check/trail.h"

namespace kval::kubernetes {

// Whether a map has a key that most likely is this one, misspelt. The checker tells so: the key is not
// missing as well.
bool HasMisspelt(const check::Trail& map, std::string_view key);

}  // namespace kval::kubernetes
