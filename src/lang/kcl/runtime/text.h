#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "src/lang/kcl/runtime/value.h"

// Values as text.
namespace kval::kcl::runtime {

// What `typeof` and messages call a value: int, str, dict, the name of its schema, number_multiplier(1Mi), ….
// `full` names a schema with its package: `a.b.S` (just `S` in the main package).
std::string TypeName(const Value& value, bool full = false);

// `str(1e16)`, `"${0.5}"`: the shortest digits that read back the same, never an exponent, always a point.
std::string FloatText(double real);
// `"${value}"`, `str(value)`: strings as they are; inside dicts keys and strings are quoted.
std::string Text(const Value& value);

struct EncodeOptions {
  bool sort_keys = false;
  bool ignore_private = false;  // names that start with `_`
  bool ignore_none = false;
  int indent = 0;       // JSON only: 0 is everything on one line
  size_t expected = 0;  // YAML only: about how long the text will be, so that it need not move as it grows
};

// Undefined and functions are left out; None, NaN and infinities are null.
std::string JsonText(const Value& value, const EncodeOptions& options = {});
// Returns the value in block style as KCL writes it: two spaces, list items not indented below their key.
// Ends with a line break.
std::string YamlText(const Value& value, const EncodeOptions& options = {});

}  // namespace kval::kcl::runtime
