#pragma once

#include <string>
#include <utility>
#include <vector>

#include "src/types/own_fault.h"
#include "src/types/predicate.h"
#include "src/types/sure_items.h"

namespace kval::schemas::crd {

// `x-kubernetes-list-type`: no two items of a list have the same values of some keys (`map`), or are the same
// (`set`). What has none of the keys is not compared: that they are required is said elsewhere.
class UniqueItems final : public types::Predicate, public types::OwnFault, public types::ComparesItems {
 public:
  // Without keys the whole item counts.
  explicit UniqueItems(std::vector<std::string> keys) : keys_(std::move(keys)) {}

  const std::vector<std::string>& keys() const { return keys_; }
  types::Verdict Test(const value::Value& subject, const types::Scope& scope) const override;
  std::string Describe() const override;
  bool IsSure(const value::Value& item, const IsWrong& is_wrong) const override;
  diag::Kind fault_kind() const override { return diag::Kind::kListMapKey; }

 private:
  std::vector<std::string> keys_;
};

}  // namespace kval::schemas::crd
