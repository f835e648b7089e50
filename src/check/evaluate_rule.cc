#include "src/check/evaluate_rule.h"

#include <utility>

#include "src/check/rule_test.h"

namespace kval::check {

using types::PredicateResult;

std::optional<violation::FailedRule> EvaluateRule(const types::Rule& rule, const value::Value& value,
                                                  const types::RuleScope& scope,
                                                  const types::TestMessages& words) {
  if (rule.when != nullptr) {
    PredicateResult applies = rule.when->Test(value, scope);
    if (applies.answer == PredicateResult::PredicateOutcome::kError) {
      return violation::FailedRule{std::move(applies), false};
    }
    if (!applies.holds()) {
      return std::nullopt;
    }
  }
  PredicateResult verdict = RunTest(rule, value, scope, words);
  if (verdict.holds()) {
    return std::nullopt;
  }
  return violation::FailedRule{std::move(verdict)};
}

}  // namespace kval::check
