#include "src/check/rule_runner.h"

#include <utility>

#include "src/check/render_violation.h"
#include "src/check/rule_test.h"

namespace kval::check {
namespace {

using types::PredicateResult;

}  // namespace

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

bool RuleRunner::Run(const types::Rule& rule, const value::Value* key, const value::Value& value,
                     const types::RuleScope& scope, source::Span document) {
  if (!rule.Sees(value.kind)) {
    return true;
  }
  std::optional<violation::FailedRule> failed = EvaluateRule(rule, value, scope, words_);
  if (!failed) {
    return true;
  }
  ReportRule({{}, key, &value, *scope.path, {}, &rule}, *failed, *emit_, document);
  return false;
}

}  // namespace kval::check
