#include "src/lang/kcl/builtins/arguments.h"

#include "src/lang/kcl/runtime/compare.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/substitute.h"

namespace kval::kcl::builtins {

using runtime::Kind;
using runtime::Value;

const Value* Arguments::Find(size_t index, std::string_view name) const {
  for (const runtime::NamedValue& named : call_.named) {
    if (named.name == name) {
      return &named.value;
    }
  }
  return first_ + index < call_.positional.size() ? &call_.positional[first_ + index] : nullptr;
}

const Value* Arguments::FindSet(size_t index, std::string_view name) const {
  const Value* value = Find(index, name);
  return value == nullptr || value->is_empty() ? nullptr : value;
}

void Arguments::FailMissing(std::string_view name) {
  runtime_.Fail(Substitute("{}() missing the required positional argument: '{}'", function_, name));
}

void Arguments::FailType(std::string_view name, std::string_view expected, const Value& value) {
  runtime_.Fail(Substitute("{}() argument '{}' must be {}, not '{}'", function_, name, expected,
                           runtime::TypeName(value)));
}

const Value* Arguments::Any(size_t index, std::string_view name) {
  const Value* value = Find(index, name);
  if (value == nullptr) {
    FailMissing(name);
  }
  return value;
}

std::optional<std::string_view> Arguments::String(size_t index, std::string_view name) {
  const Value* value = Any(index, name);
  if (value == nullptr) {
    return std::nullopt;
  }
  if (value->is(Kind::kString)) {
    return value->string();
  }
  if (!value->is_empty()) {
    runtime_.Warn(
        Substitute("{}() takes a text for '{}', found {}", function_, name, runtime::TypeName(*value)),
        "KCL takes the empty text for it: `str(...)` makes one of a value");
  }
  return std::string_view();
}

std::optional<std::string_view> Arguments::Text(size_t index, std::string_view name) {
  const Value* value = Any(index, name);
  if (value == nullptr) {
    return std::nullopt;
  }
  if (!value->is(Kind::kString)) {
    FailType(name, "str", *value);
    return std::nullopt;
  }
  return value->string();
}

std::optional<int64_t> Arguments::Int(size_t index, std::string_view name) {
  const Value* value = Any(index, name);
  if (value == nullptr) {
    return std::nullopt;
  }
  if (!value->is(Kind::kInt)) {
    FailType(name, "int", *value);
    return std::nullopt;
  }
  return value->integer;
}

std::optional<Value> Arguments::Number(size_t index, std::string_view name) {
  const Value* value = Any(index, name);
  if (value == nullptr) {
    return std::nullopt;
  }
  if (!value->is_number()) {
    FailType(name, "int or float", *value);
    return std::nullopt;
  }
  return value->is(Kind::kUnit) ? runtime::Float(value->unit->number) : *value;
}

std::optional<double> Arguments::Float(size_t index, std::string_view name) {
  std::optional<Value> number = Number(index, name);
  return number ? std::optional<double>(runtime::AsFloat(*number)) : std::nullopt;
}

std::optional<std::string_view> Arguments::OptionalString(size_t index, std::string_view name) {
  return FindSet(index, name) == nullptr ? std::nullopt : String(index, name);
}

std::string_view Arguments::StringOr(size_t index, std::string_view name, std::string_view fallback) {
  return OptionalString(index, name).value_or(fallback);
}

std::optional<int64_t> Arguments::OptionalInt(size_t index, std::string_view name) {
  return FindSet(index, name) == nullptr ? std::nullopt : Int(index, name);
}

int64_t Arguments::IntOr(size_t index, std::string_view name, int64_t fallback) {
  return OptionalInt(index, name).value_or(fallback);
}

int64_t Arguments::GetIntOr(size_t index, std::string_view name, int64_t fallback) {
  return Find(index, name) == nullptr ? fallback : Int(index, name).value_or(fallback);
}

bool Arguments::BoolOr(size_t index, std::string_view name, bool fallback) {
  const Value* value = FindSet(index, name);
  return value == nullptr ? fallback : runtime::IsTruthy(*value);
}

}  // namespace kval::kcl::builtins
