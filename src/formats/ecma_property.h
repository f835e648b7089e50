#pragma once

#include <string_view>

namespace kval::formats {

// Whether ECMA-262 (11th edition, section 21.2.1, UnicodePropertyValueExpression) has what stands between the
// braces of `\p{…}`: `Lu`, `Script=Greek`, `White_Space`.
bool IsEcmaProperty(std::string_view property);

}  // namespace kval::formats
