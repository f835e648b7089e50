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
struct Judgement {
  bool holds = true;
  std::string found;
};

// Fails when the rule cannot be applied: `len: value of type int has no len`.
using Judge =
    std::function<starlark::Outcome<Judgement>(starlark::Interpreter& interpreter, starlark::Value value)>;

Judge AtLeast(starlark::Value bound);
Judge AtMost(starlark::Value bound);
// Lengths of strings in bytes, of lists and maps in items.
Judge LengthAtLeast(int64_t bound);
Judge LengthAtMost(int64_t bound);
Judge NotNull();
// `allowed` is a sequence; of a dict the keys.
Judge OneOf(starlark::Value allowed);
// `keys` is a sequence of keys of the map, or unset for all of them.
Judge OneNotNull(starlark::Value keys);
Judge Unique();
// Some part of the string matches. Fails when the pattern is none.
starlark::Outcome<Judge> MatchesPattern(starlark::Interpreter& interpreter, std::string_view pattern);
Judge StartsWith(std::string_view prefix);
Judge EndsWith(std::string_view suffix);
// `format` is not null. Integers are checked as written.
Judge OfFormat(const formats::Entry* format);

// Whether len() and loops work on it: what ytt takes for a sequence of keys or of allowed values.
bool IsSequence(starlark::Value value);
// An int, or a float cut to one, as ytt takes lengths: `expected value to be an number, but was string`.
starlark::Outcome<int64_t> LengthBound(starlark::Value value);

}  // namespace kval::modules
