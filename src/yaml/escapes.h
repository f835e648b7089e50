#pragma once

#include <cstddef>
#include <string_view>

namespace kval::yaml {

// One escape of a double-quoted scalar (YAML 1.2.2 section 5.7), the escaped line break excepted.
struct EscapeResult {
  bool is_valid = false;
  char32_t code_point = 0;
  size_t length = 2;  // including the backslash; for an invalid escape the range to report
};

// `text` starts with the backslash. Two escapes that make a surrogate pair count as one.
EscapeResult ParseEscape(std::string_view text);

}  // namespace kval::yaml
