#pragma once

#include <string_view>

#include "src/lang/kcl/runtime/runtime.h"
#include "src/lang/kcl/runtime/value.h"

namespace kval::kcl::builtins {

// The functions of the tables in signatures/signatures.h: one for every row, found by name.
//
// All are pure except through Runtime: files are read only below the project's root, and functions that
// write, or read the clock, the environment, the network or randomness, fail unless effects are allowed.
// Errors have KCL's message if KCL has a readable one.
struct Native {
  std::string_view name;
  runtime::NativeFunction function;
};

// Returns null if there is no such function.
runtime::NativeFunction FindNative(std::string_view name);
// A method of strings; its first argument is the string.
runtime::NativeFunction FindNativeMethod(std::string_view name);
runtime::NativeFunction FindNativeInModule(std::string_view module, std::string_view name);

}  // namespace kval::kcl::builtins
