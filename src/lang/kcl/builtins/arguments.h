#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/lang/kcl/runtime/runtime.h"
#include "src/lang/kcl/runtime/value.h"

namespace kval::kcl::builtins {

// The arguments of one call of a native function, by position or by name.
//
// The type checker has checked most calls already; the rest (values of type any) fail here. After a failure
// the accessors return a harmless value, so a function may continue or stop: the evaluator checks
// runtime.failed().
class Arguments {
 public:
  // `function` is the name that messages use. A method's receiver, the first positional argument, is skipped.
  Arguments(runtime::Runtime& runtime, const runtime::CallArgs& call, std::string_view function,
            bool is_method = false)
      : runtime_(runtime), call_(call), function_(function), first_(is_method ? 1 : 0) {}

  // Returns null if the argument is not given.
  const runtime::Value* Find(size_t index, std::string_view name) const;
  // Returns null also if the argument is None or Undefined.
  const runtime::Value* FindSet(size_t index, std::string_view name) const;
  size_t count() const { return call_.positional.size() - first_; }

  // Required arguments; empty after a failure.
  const runtime::Value* Any(size_t index, std::string_view name);
  // Returns the empty string for values of other types, as KCL's ValueRef::as_str does.
  std::optional<std::string_view> String(size_t index, std::string_view name);
  std::optional<std::string_view> Text(size_t index,
                                       std::string_view name);  // rejects values that are not strings
  std::optional<int64_t> Int(size_t index, std::string_view name);
  // Returns an int or a float; a number multiplier is converted to its number.
  std::optional<runtime::Value> Number(size_t index, std::string_view name);
  std::optional<double> Float(size_t index, std::string_view name);

  // Optional arguments; None and Undefined count as not given.
  std::optional<std::string_view> OptionalString(size_t index, std::string_view name);
  std::string_view StringOr(size_t index, std::string_view name, std::string_view fallback);
  std::optional<int64_t> OptionalInt(size_t index, std::string_view name);
  int64_t IntOr(size_t index, std::string_view name, int64_t fallback);
  // The same, but None and Undefined are errors.
  int64_t GetIntOr(size_t index, std::string_view name, int64_t fallback);
  bool BoolOr(size_t index, std::string_view name, bool fallback);

  runtime::Value Fail(std::string message) { return runtime_.Fail(std::move(message)); }

 private:
  void FailMissing(std::string_view name);
  void FailType(std::string_view name, std::string_view expected, const runtime::Value& value);

  runtime::Runtime& runtime_;
  const runtime::CallArgs& call_;
  std::string_view function_;
  size_t first_;
};

}  // namespace kval::kcl::builtins
