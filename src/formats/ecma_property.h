#pragma once

#include <string_view>

namespace kval::formats {

// Returns whether ECMA-262 (11th edition, section 21.2.1, UnicodePropertyValueExpression) defines the
// property in `\p{…}`: `Lu`, `Script=Greek`, `White_Space`.
bool IsEcmaProperty(std::string_view property);

}  // namespace kval::formats
