#pragma once

#include <string>

#include "src/types/custom_diagnostic_kind.h"
#include "src/types/predicate.h"

namespace kval::schemas::kubernetes {

// Checks that the keys and values of a map are valid label keys and values, as in selectors (apimachinery,
// pkg/util/validation).
class Labels final : public types::Predicate, public types::CustomDiagnosticKind {
 public:
  types::PredicateResult Test(const value::Value& subject, const types::RuleScope& scope) const override;
  std::string Describe() const override { return "labels"; }
  diag::Kind error_kind() const override { return diag::Kind::kBadName; }
};

}  // namespace kval::schemas::kubernetes
