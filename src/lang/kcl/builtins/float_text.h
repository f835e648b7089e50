#pragma once

#include <string>

namespace kval::kcl::builtins {

// Floating point numbers as text, locale-free. The sign of a negative number is part of the text.

// Formats a float like Python: `2.0`, `1e-09`, `1e+16`; with an exponent of at least 16 or at most -5.
std::string PythonFloat(double real);
// `%.*f`, `%.*e` with at least two digits of exponent, and `%.*g` without trailing zeros.
std::string FixedFloat(double real, int precision);
std::string ExponentFloat(double real, int precision);
std::string GeneralFloat(double real, int precision);

}  // namespace kval::kcl::builtins
