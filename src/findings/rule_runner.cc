#include "src/findings/rule_runner.h"

#include "src/check/evaluate_rule.h"
#include "src/findings/render_violation.h"

namespace kval::findings {

bool RuleRunner::Run(const types::Rule& rule, const value::Value* key, const value::Value& value,
                     const types::RuleScope& scope, source::Span document) {
  if (!rule.Sees(value.kind)) {
    return true;
  }
  const std::optional<check::violation::FailedRule> failed = check::EvaluateRule(rule, value, scope, words_);
  if (!failed) {
    return true;
  }
  ReportRule({{}, key, &value, *scope.path, {}, &rule}, *failed, *emit_, document);
  return false;
}

}  // namespace kval::findings
