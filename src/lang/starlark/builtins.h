#pragma once

#include <string>
#include <string_view>

#include "src/lang/starlark/arguments.h"
#include "src/lang/starlark/error.h"

// Built-in functions that are implemented in separate files, and shared helpers.
namespace kval::starlark {

// An error with the builtin's name in front of its text; limits keep theirs.
Failed Named(const Call& call, const std::string& text);
Failed Named(const Call& call, Failed failed);
// For functions that take exactly one positional argument and check it themselves.
Status OneArgument(const Call& call, std::string_view wanted = "1");

// Numbers and code points (builtins_numbers.cc).
Outcome<Value> Chr(const Call& call);
Outcome<Value> Ord(const Call& call);
Outcome<Value> Float(const Call& call);
Outcome<Value> Int(const Call& call);

// What compares (builtins_order.cc).
Outcome<Value> Max(const Call& call);
Outcome<Value> Min(const Call& call);
Outcome<Value> Sorted(const Call& call);

}  // namespace kval::starlark
