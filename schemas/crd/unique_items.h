#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "src/types/own_fault.h"
#include "src/types/predicate.h"
#include "src/types/sure_items.h"

namespace kval::schemas::crd {

// Implements `x-kubernetes-list-type`: the items of a list have distinct values of the given keys (`map`), or
// are distinct (`set`). Items that have none of the keys are not compared; missing keys are reported
// elsewhere.
class UniqueItems final : public types::Predicate, public types::OwnFault, public types::ComparesItems {
 public:
  // The location of a duplicate: as in the API server, the item (custom resources), or its key (built-in
  // kinds) if there is one.
  enum class Told : uint8_t { kItem, kKey };

  // If `keys` is empty, whole items are compared.
  explicit UniqueItems(std::vector<std::string> keys, Told told = Told::kItem)
      : keys_(std::move(keys)), told_(told) {}

  const std::vector<std::string>& keys() const { return keys_; }
  types::Verdict Test(const value::Value& subject, const types::Scope& scope) const override;
  std::string Describe() const override;
  bool IsSure(const value::Value& item, const IsWrong& is_wrong) const override;
  diag::Kind fault_kind() const override { return diag::Kind::kListMapKey; }

 private:
  types::Part PartOf(const value::Value& list, size_t at, const char* words) const;

  std::vector<std::string> keys_;
  Told told_;
};

}  // namespace kval::schemas::crd
