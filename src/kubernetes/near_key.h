#pragma once

#include <initializer_list>
#include <string_view>

#include "src/check/trail.h"

namespace kval::kubernetes {

// Whether a map has a key that most likely is this one, misspelt. The checker tells so: the key is not
// missing as well. `declared` names the keys of such maps that are near this one and meant as they are.
bool HasMisspelt(const check::Trail& map, std::string_view key,
                 std::initializer_list<std::string_view> declared = {});

}  // namespace kval::kubernetes
