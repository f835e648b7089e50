#include "src/check/rule_runner.h"

#include <utility>

#include "src/check/render_violation.h"
#include "src/check/rule_test.h"

namespace kval::check {
namespace {

using types::PredicateResult;

Violation ErrorOf(Violation::ViolationKind what, const types::Rule& rule, PredicateResult verdict) {
  Violation error;
  error.what = what;
  error.rule = &rule;
  error.verdict = std::move(verdict);
  return error;
}

}  // namespace

std::optional<Violation> EvaluateRule(const types::Rule& rule, const value::Value& value,
                                      const types::RuleScope& scope, const types::TestMessages& words) {
  if (rule.when != nullptr) {
    PredicateResult applies = rule.when->Test(value, scope);
    if (applies.answer == PredicateResult::PredicateOutcome::kError) {
      return ErrorOf(Violation::ViolationKind::kCondition, rule, std::move(applies));
    }
    if (!applies.holds()) {
      return std::nullopt;
    }
  }
  PredicateResult verdict = RunTest(rule, value, scope, words);
  if (verdict.holds()) {
    return std::nullopt;
  }
  return ErrorOf(Violation::ViolationKind::kRule, rule, std::move(verdict));
}

bool RuleRunner::Run(const types::Rule& rule, const value::Value* key, const value::Value& value,
                     const types::RuleScope& scope, source::Span document) {
  if (!rule.Sees(value.kind)) {
    return true;
  }
  std::optional<Violation> error = EvaluateRule(rule, value, scope, words_);
  if (!error) {
    return true;
  }
  error->key = key;
  error->value = &value;
  error->path = *scope.path;
  ReportRule(*error, *emit_, document);
  return false;
}

}  // namespace kval::check
