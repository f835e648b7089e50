#pragma once

#include <string>

namespace kval::gotemplate {

// Go's strconv.FormatFloat(value, form, precision, 64) for the forms b, e, E, f, g, G, x, X. A precision of
// -1 is the fewest digits that identify the number.
std::string FormatFloat(double value, char form, int precision);

}  // namespace kval::gotemplate
