#pragma once

#include <string>
#include <string_view>

#include "src/lang/starlark/arguments.h"
#include "src/lang/starlark/error.h"

// Built-in functions that are implemented in separate files, and shared helpers.
namespace kval::starlark {

// Returns an error whose message begins with the builtin's name; errors about limits keep their message.
EvalFailure Named(const Call& call, const std::string& text);
EvalFailure Named(const Call& call, EvalFailure failed);
// Checks that a call has exactly one positional argument.
Status OneArgument(const Call& call, std::string_view expected = "1");

// Numbers and code points (builtins_numbers.cc).
Outcome<Value> Chr(const Call& call);
Outcome<Value> Ord(const Call& call);
Outcome<Value> Float(const Call& call);
Outcome<Value> Int(const Call& call);

// Comparison (builtins_order.cc).
Outcome<Value> Max(const Call& call);
Outcome<Value> Min(const Call& call);
Outcome<Value> Sorted(const Call& call);

}  // namespace kval::starlark
