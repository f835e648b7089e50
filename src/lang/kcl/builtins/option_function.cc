#include <optional>
#include <string>

#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/builtins/number_text.h"
#include "src/lang/kcl/runtime/compare.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/substitute.h"

// The built-in function `option`: a value given from outside, converted to the type asked for. Source: kcl
// crates/runtime/src/stdlib/builtin_api.rs.

namespace kval::kcl::builtins {
namespace {

using runtime::CallArgs;
using runtime::Kind;
using runtime::Runtime;
using runtime::Value;

Value OptionAsInt(Runtime& runtime, const Value& value) {
  if (value.is(Kind::kString)) {
    std::optional<int64_t> number = ParseInt(value.string(), 10);
    return number ? runtime::Int(*number)
                  : runtime.Fail("cannot use '" + runtime::Text(value) + "' as type 'int'");
  }
  return value.is(Kind::kFloat)  ? runtime::Int(Truncated(value.real))
         : value.is(Kind::kBool) ? runtime::Int(value.boolean ? 1 : 0)
         : value.is(Kind::kInt)  ? value
                                 : runtime.Fail("cannot use '" + runtime::Text(value) + "' as type 'int'");
}

Value OptionAsFloat(Runtime& runtime, const Value& value) {
  if (value.is(Kind::kString)) {
    return runtime::Float(ParseFloat(value.string()).value_or(0));
  }
  return value.is_number()       ? runtime::Float(runtime::AsFloat(value))
         : value.is(Kind::kBool) ? runtime::Float(value.boolean ? 1 : 0)
                                 : runtime.Fail("cannot use '" + runtime::Text(value) + "' as type 'float'");
}

// A scalar as the program would have been given it on the command line.
Value OptionAsText(Runtime& runtime, const Value& value) {
  if (value.is(Kind::kBool)) {
    return String(runtime.heap(), value.boolean ? "true" : "false");
  }
  if (value.is(Kind::kFloat)) {
    std::string text = runtime::FloatText(value.real);
    return String(runtime.heap(), text.ends_with(".0") ? text.substr(0, text.size() - 2) : text);
  }
  bool is_scalar = value.is(Kind::kInt) || value.is(Kind::kString);
  return is_scalar ? String(runtime.heap(), runtime::Text(value))
                   : runtime.Fail("cannot use '" + runtime::Text(value) + "' as type 'str'");
}

Value OptionAs(Runtime& runtime, const Value& value, std::string_view type) {
  if (type.empty()) {
    return value;
  }
  if (type == "bool") {
    if (value.is(Kind::kString)) {
      return runtime::Bool(value.string() == "True" || value.string() == "true");
    }
    bool is_scalar = value.is(Kind::kBool) || value.is(Kind::kInt) || value.is(Kind::kFloat);
    return is_scalar ? runtime::Bool(runtime::IsTruthy(value)) : Value();
  }
  if (type == "int") {
    return OptionAsInt(runtime, value);
  }
  if (type == "float") {
    return OptionAsFloat(runtime, value);
  }
  if (type == "str") {
    return OptionAsText(runtime, value);
  }
  if (type == "list" || type == "dict") {
    return value.is(type == "list" ? Kind::kList : Kind::kDict)
               ? value
               : runtime.Fail("cannot use '" + runtime::Text(value) + "' as type '" + std::string(type) +
                              "'");
  }
  return runtime.Fail("unknown type '" + std::string(type) + "'");
}

Value Option(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "option");
  std::optional<std::string_view> key = args.String(0, "key");
  if (!key) {
    return {};
  }
  const Value* fallback = args.FindSet(3, "default");
  const std::string_view type = args.StringOr(1, "type", "");
  Value given = runtime.Option(*key, type == "str");
  // On the command line, where values have no location, `True` and `False` are KCL's literals if no type is
  // requested.
  const bool is_word = type.empty() && given.is(Kind::kString) && !given.span.has_value() &&
                       (given.string() == "True" || given.string() == "False");
  if (is_word) {
    return runtime::Bool(given.string() == "True");
  }
  if (!given.is(Kind::kUndefined)) {
    return OptionAs(runtime, given, type);
  }
  if (fallback != nullptr) {
    return OptionAs(runtime, *fallback, type);
  }
  if (args.BoolOr(2, "required", false)) {
    return runtime.Fail(Substitute("option('{}') must be initialized, try '-D {}=?' argument", *key, *key));
  }
  return runtime::None();
}

constexpr Native kOptionFunctions[] = {{"option", Option}};

}  // namespace

std::span<const Native> OptionNatives() {
  return kOptionFunctions;
}

}  // namespace kval::kcl::builtins
