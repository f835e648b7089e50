#pragma once

#include <cstddef>
#include <span>

#include "src/lang/kcl/eval/interpreter.h"
#include "src/lang/kcl/eval/options.h"
#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/runtime/value.h"

namespace kval::kcl::eval {

// Applies `-O` to the values of globals. After a failure every value is Undefined.
class Overrides {
 public:
  Overrides(Interpreter& whole, Context& context) : whole_(whole), context_(context) {}

  // Returns the value of a global with all of its overrides applied in order. Missing steps of a path become
  // dicts.
  runtime::Value Applied(const runtime::Value& value, std::span<const Override* const> overrides);
  // Adds the names that the overrides set and the main package does not have.
  void AddNewGlobals(runtime::DictBuilder& globals);

 private:
  // An override with its value, of which the first `step` steps of the path are done.
  struct PendingOverride {
    const Override* override = nullptr;
    size_t step = 0;
    runtime::Value value;
  };

  runtime::Value ReplacementOf(const Override& change);  // Undefined to remove the value
  runtime::Value Overridden(const runtime::Value& base, OverrideOp op, const runtime::Value& value);
  runtime::Value WithOverrides(const runtime::Value& base, std::span<const PendingOverride> changes);
  runtime::Value WithKeyOverrides(const runtime::Value& base, std::span<const PendingOverride> changes);
  runtime::Value WithItemOverride(const runtime::Value& list, const PendingOverride& change);

  Interpreter& whole_;
  Context& context_;
};

}  // namespace kval::kcl::eval
