#pragma once

#include <string>
#include <utility>

#include "src/diag/resource_rule.h"
#include "src/types/custom_diagnostic_kind.h"
#include "src/types/predicate.h"

namespace kval::schemas::kubernetes {

// Checks that a requirement of a selector has the values that its operator needs: `In` and `DoesNotOccurIn`
// at least one, `Exists` and `DoesNotExist` none, `Gt` and `Lt` one integer.
class SelectorOperands final : public types::Predicate, public types::CustomDiagnosticKind {
 public:
  SelectorOperands(std::string operator_key, std::string values_key)
      : operator_key_(std::move(operator_key)), values_key_(std::move(values_key)) {}

  types::PredicateResult Test(const value::Value& subject, const types::RuleScope& scope) const override;
  std::string Describe() const override { return "the values that the operator needs"; }
  diag::Kind error_kind() const override { return diag::ResourceRule(7002); }

 private:
  std::string operator_key_, values_key_;
};

}  // namespace kval::schemas::kubernetes
