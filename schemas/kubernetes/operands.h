#pragma once

#include <string>
#include <utility>

#include "src/types/own_fault.h"
#include "src/types/predicate.h"

namespace kval::schemas::kubernetes {

// Checks that a requirement of a selector has the values that its operator needs: `In` and `NotIn` at least
// one, `Exists` and `DoesNotExist` none, `Gt` and `Lt` one integer.
class Operands final : public types::Predicate, public types::OwnFault {
 public:
  Operands(std::string operator_key, std::string values_key)
      : operator_key_(std::move(operator_key)), values_key_(std::move(values_key)) {}

  types::Verdict Test(const value::Value& subject, const types::Scope& scope) const override;
  std::string Describe() const override { return "the values that the operator needs"; }
  diag::Kind fault_kind() const override { return diag::Kind::kResource; }

 private:
  std::string operator_key_, values_key_;
};

}  // namespace kval::schemas::kubernetes
