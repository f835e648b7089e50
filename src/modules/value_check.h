#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "src/formats/format.h"
#include "src/lang/starlark/interpreter.h"

// Checks shared by `assert`, whose objects fail, and `validations`, whose rules return a result. Values are
// compared in plain form (Normalize). Source: ytt pkg/yttlibrary/assert.go.
namespace kval::modules {

// The result of a check. `found` describes the value, in ytt's words where ytt has the rule.
struct ValueCheckResult {
  bool holds = true;
  std::string found;
};

// Fails when the rule cannot be applied: `len: value of type int has no len`.
using ValueCheck = std::function<starlark::Outcome<ValueCheckResult>(starlark::Interpreter& interpreter,
                                                                     starlark::Value value)>;

// Each returns the check of one rule.
ValueCheck AtLeast(starlark::Value bound);
ValueCheck AtMost(starlark::Value bound);
// Lengths of strings in bytes, of lists and maps in items.
ValueCheck LengthAtLeast(int64_t bound);
ValueCheck LengthAtMost(int64_t bound);
ValueCheck NotNull();
// `allowed` is a sequence; of a dict the keys.
ValueCheck OneOf(starlark::Value allowed);
// `keys` is a sequence of keys of the map, or unset for all of them.
ValueCheck OneNotNull(starlark::Value keys);
ValueCheck Unique();
// Matches any part of the string. Fails if the pattern is invalid.
starlark::Outcome<ValueCheck> MatchesPattern(starlark::Interpreter& interpreter, std::string_view pattern);
ValueCheck StartsWith(std::string_view prefix);
ValueCheck EndsWith(std::string_view suffix);
// `format` is not null. Integers are checked as written.
ValueCheck HasFormat(const formats::FormatEntry* format);

// Whether len() and loops work on it: what ytt takes for a sequence of keys or of allowed values.
bool IsSequence(starlark::Value value);
// An int, or a float cut to one, as ytt takes lengths: `expected value to be an number, but was string`.
starlark::Outcome<int64_t> LengthBound(starlark::Value value);

}  // namespace kval::modules
