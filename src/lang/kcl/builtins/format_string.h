#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "src/support/result.h"

namespace kval::kcl::builtins {

// The string of `"...".format(...)`, taken apart: text between fields, and `{name.attr[index]!s:spec}`.
// Source of the rules: Python's str.format and kcl crates/runtime/src/value/val_fmt.rs.

// A selector that a field applies to its argument: `.name`, `[name]` or `[0]`.
using FieldStep = std::variant<std::string, size_t>;

struct FormatField {
  std::variant<std::monostate, size_t, std::string> argument;  // the next one, by position, by name
  std::vector<FieldStep> steps;
  std::string spec;
};

using FormatPart = std::variant<std::string, FormatField>;

// Fails with "format error" on unbalanced braces, as KCL does.
Result<std::vector<FormatPart>> ParseFormatString(std::string_view text);

}  // namespace kval::kcl::builtins
