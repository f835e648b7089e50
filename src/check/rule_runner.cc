#include "src/check/rule_runner.h"

#include <utility>

#include "src/check/fault_words.h"
#include "src/check/rule_test.h"

namespace kval::check {
namespace {

using types::Verdict;

Fault FaultOf(Fault::What what, const types::Rule& rule, Verdict verdict) {
  Fault fault;
  fault.what = what;
  fault.rule = &rule;
  fault.verdict = std::move(verdict);
  return fault;
}

}  // namespace

std::optional<Fault> AskRule(const types::Rule& rule, const value::Value& value, const types::Scope& scope,
                             const types::TestWords& words) {
  if (rule.when != nullptr) {
    Verdict applies = rule.when->Test(value, scope);
    if (applies.answer == Verdict::Answer::kBroken) {
      return FaultOf(Fault::What::kCondition, rule, std::move(applies));
    }
    if (!applies.holds()) {
      return std::nullopt;
    }
  }
  Verdict verdict = RunTest(rule, value, scope, words);
  if (verdict.holds()) {
    return std::nullopt;
  }
  return FaultOf(Fault::What::kRule, rule, std::move(verdict));
}

bool RuleRunner::Run(const types::Rule& rule, const value::Value* key, const value::Value& value,
                     const types::Scope& scope, source::Span document) {
  if (!rule.Sees(value.kind)) {
    return true;
  }
  std::optional<Fault> fault = AskRule(rule, value, scope, words_);
  if (!fault) {
    return true;
  }
  fault->key = key;
  fault->value = &value;
  fault->path = *scope.path;
  ReportRule(*fault, *emit_, document);
  return false;
}

}  // namespace kval::check
