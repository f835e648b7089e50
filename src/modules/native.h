#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

#include "src/lang/starlark/interpreter.h"

// Helpers for implementing modules: argument checks of native functions, with ytt's messages. Source: ytt
// pkg/template/core (args.go, errs.go, starlark_value.go).
namespace kval::modules {

using starlark::Call;
using starlark::EvalFailure;
using starlark::Heap;
using starlark::Interpreter;
using starlark::Outcome;
using starlark::Status;
using starlark::Value;

// Creates a builtin whose errors begin with its name: `base64.encode: expected exactly one argument`. Errors
// of limits are unchanged.
using Keeps = starlark::Builtin::BuiltinState;
Value NewNative(Heap& heap, std::string name, starlark::NativeFunction run, Keeps keeps = Keeps::kUnknown);
// Defines `function` in a module, as the builtin `module.function`. Requires: the function captures only
// constants, so that threads may share it.
void Define(Heap& heap, starlark::Module& module, std::string_view function, starlark::NativeFunction run);

// The same for a function with one argument, which must be a string.
using TextFunction = std::function<Outcome<Value>(const Call& call, std::string_view text)>;
void DefineText(Heap& heap, starlark::Module& module, std::string_view function, TextFunction run);

// Creates a struct field that is a method without arguments and returns the result of `make`.
starlark::Struct::Field NewMethod(Heap& heap, std::string name, std::string full_name,
                                  std::function<Value(Heap& heap)> make);

// `expected exactly two arguments`
Status ExpectExactly(const Call& call, size_t count);
// Checks the number of arguments: `got 0 arguments, want 1`.
Status ExpectCount(const Call& call, size_t count);
// `invalid argument name: x`
Status ExpectKeywords(const Call& call, std::initializer_list<std::string_view> allowed);

// `expected a string, but was int`
Outcome<std::string_view> TextOf(Value value);
// The only argument, which must be a string.
Outcome<std::string_view> GetSingleString(const Call& call);
Outcome<bool> BoolKeyword(const Call& call, std::string_view name, bool absent);
Outcome<int64_t> IntKeyword(const Call& call, std::string_view name, int64_t absent);
// The keyword `indent` of a function that encodes its only argument: 0, unless it is given, to 8. `allowed`:
// all keywords.
Outcome<size_t> IndentKeyword(const Call& call, std::initializer_list<std::string_view> allowed);
// A number as a double: `expected float value, but was starlark.String`.
Outcome<double> RealOf(Value value);

// Returns Go's name for the type of a Starlark value, which ytt's errors contain: `starlark.String`.
std::string GoTypeName(Value value);

// A new string of the interpreter that runs the call, or the error.
inline Outcome<Value> NewText(const Call& call, Outcome<std::string> text) {
  return text.ok() ? Outcome<Value>(call.interpreter.heap().NewString(std::move(*text))) : text.Pass();
}

}  // namespace kval::modules
