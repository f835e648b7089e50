#pragma once

#include "src/diag/emitter.h"
#include "src/types/rule.h"
#include "src/value/value.h"

namespace kval::check {

// Asks one value's rules and reports the violations.
class RuleRunner {
 public:
  explicit RuleRunner(diag::Emitter* emit) : emit_(emit) {}

  // `key` holds the value in its map, or is null. A null value is asked for NotNull only.
  // True when the rule holds or does not apply.
  bool Run(const types::Rule& rule, const value::Value* key, const value::Value& value,
           const types::Scope& scope);

  bool ok() const { return ok_; }

 private:
  diag::Emitter* emit_;
  bool ok_ = true;
};

}  // namespace kval::check
