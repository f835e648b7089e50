#pragma once

#include "src/diag/emitter.h"
#include "src/types/rule.h"
#include "src/types/test_messages.h"
#include "src/value/value.h"

namespace kval::findings {

// Evaluates the rules of one value and reports the violations.
class RuleRunner {
 public:
  explicit RuleRunner(diag::Emitter* emit, const types::TestMessages& words = types::kDefaultTestMessages)
      : emit_(emit), words_(words) {}

  // Returns true if the rule holds or does not apply. `key` is the key of the value in its map, or null.
  // `document` is shown with a rule about a whole document.
  bool Run(const types::Rule& rule, const value::Value* key, const value::Value& value,
           const types::RuleScope& scope, source::Span document = {});

 private:
  diag::Emitter* emit_;
  const types::TestMessages& words_;
};

}  // namespace kval::findings
