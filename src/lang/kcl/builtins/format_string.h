#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "src/support/result.h"

namespace kval::kcl::builtins {

// Parses the format string of `"...".format(...)`: literal text, and fields `{name.attr[index]!s:spec}`.
// Source: Python's str.format and kcl crates/runtime/src/value/val_fmt.rs.

// A selector that a field applies to its argument: `.name`, `[name]` or `[0]`.
using FieldStep = std::variant<std::string, size_t>;

struct FormatField {
  std::variant<std::monostate, size_t, std::string> argument;  // the next one, by position, by name
  std::vector<FieldStep> steps;
  std::string spec;
};

using FormatPart = std::variant<std::string, FormatField>;

// Parses a format string. Errors: "format error" for unbalanced braces, as in KCL.
Result<std::vector<FormatPart>> ParseFormatString(std::string_view text);

}  // namespace kval::kcl::builtins
