#pragma once

#include <cstddef>
#include <string>

#include "src/lang/kcl/runtime/value.h"

// Values as text.
namespace kval::kcl::runtime {

// Returns the type name for `typeof` and messages: int, str, dict, the name of a schema,
// number_multiplier(1Mi), …. `full`: includes the package of a schema: `a.b.S` (just `S` in the main
// package).
std::string TypeName(const Value& value, bool full = false);

// `str(1e16)`, `"${0.5}"`: the shortest digits that read back the same, never an exponent, always a point.
std::string FloatText(double real);
// Returns the string of `"${value}"` and `str(value)`: strings are unchanged; in dicts keys and strings are
// quoted.
std::string Text(const Value& value);

struct EncodeOptions {
  bool sort_keys = false;
  bool ignore_private = false;  // names that start with `_`
  bool ignore_none = false;
  int indent = 0;       // JSON only: 0 is everything on one line
  size_t expected = 0;  // YAML only: about how long the text will be, so that it need not move as it grows
};

// Formats a value as JSON. Omits Undefined and functions; None, NaN and infinities become null.
std::string JsonText(const Value& value, const EncodeOptions& options = {});
// Returns the value in block style as KCL writes it: two spaces, list items not indented below their key.
// Ends with a line break.
std::string YamlText(const Value& value, const EncodeOptions& options = {});

}  // namespace kval::kcl::runtime
