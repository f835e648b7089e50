#pragma once

#include <optional>

#include "src/check/fault.h"
#include "src/diag/emitter.h"
#include "src/types/rule.h"
#include "src/types/test_words.h"
#include "src/value/value.h"

namespace kval::check {

// Evaluates one rule that is not an assertion, for a value of a kind that it applies to. Returns the
// violation without its path.
std::optional<Fault> AskRule(const types::Rule& rule, const value::Value& value, const types::Scope& scope,
                             const types::TestWords& words);

// Evaluates the rules of one value and reports the violations.
class RuleRunner {
 public:
  explicit RuleRunner(diag::Emitter* emit, const types::TestWords& words = types::kPlainWords)
      : emit_(emit), words_(words) {}

  // Returns true if the rule holds or does not apply. `key` is the key of the value in its map, or null.
  // `document` is shown with a rule about a whole document.
  bool Run(const types::Rule& rule, const value::Value* key, const value::Value& value,
           const types::Scope& scope, source::Span document = {});

 private:
  diag::Emitter* emit_;
  const types::TestWords& words_;
};

}  // namespace kval::check
