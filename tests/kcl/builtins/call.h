#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/kcl/builtins/builtins.h"
#include "src/lang/kcl/builtins/json_decode.h"
#include "src/lang/kcl/runtime/text.h"
#include "tests/kcl/builtins/fake_runtime.h"

namespace kval::kcl::builtins {

// Finds `len`, `.upper` or `math.ceil`. Returns null if there is no such function.
inline runtime::NativeFunction NativeOf(std::string_view name) {
  size_t dot = name.find('.');
  return dot == std::string_view::npos ? FindNative(name)
         : dot == 0                    ? FindNativeMethod(name.substr(1))
                                       : FindNativeInModule(name.substr(0, dot), name.substr(dot + 1));
}

// Calls a function. `args` is a JSON list, `named` a JSON object. Returns the result as JSON, `Undefined`, or
// `error: ` and the message.
inline std::string Call(FakeRuntime& runtime, std::string_view name, std::string_view args,
                        std::string_view named = "{}") {
  runtime::NativeFunction function = NativeOf(name);
  if (function == nullptr) {
    return "no such function";
  }
  Result<runtime::Value> list = DecodeJson(runtime.heap(), args);
  Result<runtime::Value> dict = DecodeJson(runtime.heap(), named);
  if (!list || !dict) {
    return "malformed arguments: " + std::string(args) + std::string(named);
  }
  std::vector<runtime::NamedValue> values;
  for (const runtime::Entry& entry : dict->fields().entries) {
    values.push_back({entry.key, entry.value});
  }
  runtime::Value result = function(runtime, {list->items(), values});
  if (runtime.failed()) {
    return "error: " + runtime.TakeFailure();
  }
  return result.is(runtime::Kind::kUndefined) ? "Undefined" : runtime::JsonText(result);
}

inline std::string Call(std::string_view name, std::string_view args, std::string_view named = "{}") {
  FakeRuntime runtime;
  return Call(runtime, name, args, named);
}

// One row of a table of calls.
struct CallCase {
  std::string_view name;
  std::string_view args;
  std::string_view expected;
  std::string_view named = "{}";
};

}  // namespace kval::kcl::builtins
