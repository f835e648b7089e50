#pragma once

#include <span>
#include <string_view>

#include "src/lang/kcl/runtime/runtime.h"
#include "src/lang/kcl/runtime/value.h"

namespace kval::kcl::builtins {

// The functions behind the tables of signatures/signatures.h: one for every row, found by name.
//
// All are pure but for what Runtime lets them do: files are read only below the project's root, and whatever
// writes, or asks for the clock, the environment, the network or randomness, fails unless effects are
// allowed. Failures carry KCL's message where KCL has one for people.
struct Native {
  std::string_view name;
  runtime::NativeFunction function;
};

// Null when there is no such function.
runtime::NativeFunction FindNative(std::string_view name);
// A method of strings; its first argument is the string.
runtime::NativeFunction FindNativeMethod(std::string_view name);
runtime::NativeFunction FindNativeInModule(std::string_view module, std::string_view name);

}  // namespace kval::kcl::builtins
