#pragma once

#include <string>
#include <utility>
#include <vector>

#include "src/diag/resource_rule.h"
#include "src/types/custom_diagnostic_kind.h"
#include "src/types/predicate.h"

namespace kval::schemas::kubernetes {

// Checks that at most one, or exactly one, of some fields is set: the members of a union in the Go API. An
// empty list counts as not set.
class OneOfFields final : public types::Predicate, public types::CustomDiagnosticKind {
 public:
  OneOfFields(std::vector<std::string> fields, bool needs_one)
      : fields_(std::move(fields)), needs_one_(needs_one) {}

  types::PredicateResult Test(const value::Value& subject, const types::RuleScope& scope) const override;
  std::string Describe() const override;
  diag::Kind error_kind() const override { return diag::ResourceRule(7001); }

 private:
  std::vector<std::string> fields_;
  bool needs_one_;
};

}  // namespace kval::schemas::kubernetes
