#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "src/value/value.h"
#include "src/yaml/go_json.h"

namespace kval::yaml {

struct JsonStyle {
  uint32_t indent = 0;  // 0: all on one line
  bool sort_keys = false;
  std::optional<GoEscapes> go = std::nullopt;        // strings and floats as Go writes them: 1.0 as 1
  size_t most = std::numeric_limits<size_t>::max();  // how large `out` may become
};

// Appends the value as JSON, always valid UTF-8: an ill-formed byte becomes U+FFFD. Keys that are not strings
// are converted to their YAML text; infinities and NaN, which JSON does not have, become null. No final line
// break. Iterative. Returns false if `out` exceeds `style.most`; it is then truncated.
bool WriteJson(const value::Value& value, const JsonStyle& style, std::string& out);

}  // namespace kval::yaml
