#pragma once

#include <cstdint>
#include <string>

#include "src/value/value.h"

namespace kval::yaml {

struct JsonStyle {
  uint32_t indent = 0;  // 0: all on one line
  bool sort_keys = false;
  bool go_floats = false;  // 1.0 as 1, as Go's encoding/json
};

// Appends the value as JSON, always valid UTF-8: an ill-formed byte becomes U+FFFD. Keys that are not strings
// are written as their YAML text; infinities and NaN, which JSON does not have, as null. No line break at the
// end. Iterative.
void WriteJson(const value::Value& value, const JsonStyle& style, std::string& out);

}  // namespace kval::yaml
