#pragma once

#include <string>

#include "src/types/own_fault.h"
#include "src/types/predicate.h"

namespace kval::schemas::kubernetes {

// Checks that the keys and values of a map are valid label keys and values, as in selectors (apimachinery,
// pkg/util/validation).
class Labels final : public types::Predicate, public types::OwnFault {
 public:
  types::Verdict Test(const value::Value& subject, const types::Scope& scope) const override;
  std::string Describe() const override { return "labels"; }
  diag::Kind fault_kind() const override { return diag::Kind::kBadName; }
};

}  // namespace kval::schemas::kubernetes
