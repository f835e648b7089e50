#pragma once

#include <optional>
#include <string>

#include "src/lang/starlark/ast.h"
#include "src/types/translatable.h"

namespace kval::annotations {

// A lambda in KCL's words: `lambda v: v["low"] <= v["high"]`, `lambda v: v % 2 == 0`,
// `lambda v: all([x.startswith("a") for x in v])`,
// `lambda v, ctx: ctx.parent["mode"] in ["a", "b"] and not ctx.parent["off"]`. Nothing for other expressions
// than comparisons, lengths, sums, prefixes, suffixes and patterns of the value and its items, and
// comparisons of values of the instance with literals and, if they are numbers, with each other.
//
// `takes_message`: the result may be a tuple of the condition and a message. `must_be_bool`: whether anything
// but a bool counts as a failure when it is not in a tuple, and so must not come out.
std::optional<types::Translatable::Text> InKcl(const starlark::FunctionCode& function, bool takes_message,
                                               bool must_be_bool, const types::Translatable::Names& names);

}  // namespace kval::annotations
