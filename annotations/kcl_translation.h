#pragma once

#include <optional>

#include "src/lang/starlark/ast.h"
#include "src/types/source_printer.h"

namespace kval::annotations {

// Translates a lambda to a KCL expression: `lambda v: v["low"] <= v["high"]`, `lambda v: v % 2 == 0`, `lambda
// v: all([x.startswith("a") for x in v])`, `lambda v, ctx: ctx.parent["mode"] in ["a", "b"] and not
// ctx.parent["off"]`. Supports comparisons, lengths, sums, patterns and methods of strings for the value and
// its items, and comparisons of values of the instance with literals or, for numbers, with each other.
// Returns nullopt for other expressions.
//
// `takes_message`: the result may be a tuple of the condition and a message. `must_be_bool`: a condition that
// is not in a tuple must be a bool, because any other result is a failure.
std::optional<types::SourcePrinter::PrintedSource> TranslateToKcl(const starlark::FunctionCode& function,
                                                                  bool takes_message, bool must_be_bool,
                                                                  const types::SourcePrinter::Names& names);

}  // namespace kval::annotations
