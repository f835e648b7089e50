#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "src/types/custom_diagnostic_kind.h"
#include "src/types/item_comparison.h"
#include "src/types/predicate.h"

namespace kval::schemas::crd {

// Implements `x-kubernetes-list-type`: the items of a list have distinct values of the given keys (`map`), or
// are distinct (`set`). Items that have none of the keys are not compared; missing keys are reported
// elsewhere.
class UniqueItems final : public types::Predicate,
                          public types::CustomDiagnosticKind,
                          public types::ItemComparison {
 public:
  // The location of a duplicate: as in the API server, the item (custom resources), or its key (built-in
  // kinds) if there is one.
  enum class DuplicateLocation : uint8_t { kItem, kKey };

  // If `keys` is empty, whole items are compared.
  explicit UniqueItems(std::vector<std::string> keys,
                       DuplicateLocation duplicate_location = DuplicateLocation::kItem)
      : keys_(std::move(keys)), reported_(duplicate_location) {}

  const std::vector<std::string>& keys() const { return keys_; }
  types::PredicateResult Test(const value::Value& subject, const types::RuleScope& scope) const override;
  std::string Describe() const override;
  bool IsSure(const value::Value& item, const IsWrong& is_wrong) const override;
  diag::Kind error_kind() const override { return diag::Kind::kListMapKey; }

 private:
  types::ViolatingPart PartOf(const value::Value& list, size_t at, const char* words) const;

  std::vector<std::string> keys_;
  DuplicateLocation reported_;
};

}  // namespace kval::schemas::crd
