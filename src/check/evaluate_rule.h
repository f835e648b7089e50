#pragma once

#include <optional>

#include "src/check/violation.h"
#include "src/types/rule.h"
#include "src/types/test_messages.h"
#include "src/value/value.h"

namespace kval::check {

// Evaluates one rule that is not an assertion, for a value of a kind that it applies to. Returns
// nullopt if it holds or does not apply.
std::optional<violation::FailedRule> EvaluateRule(const types::Rule& rule, const value::Value& value,
                                                  const types::RuleScope& scope,
                                                  const types::TestMessages& words);

}  // namespace kval::check
