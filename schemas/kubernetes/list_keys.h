#pragma once

#include <string>
#include <utility>
#include <vector>

#include "src/types/predicate.h"

namespace kval::schemas::kubernetes {

// The keys that identify items of a built-in list when a resource is applied. The test never fails, because
// the API server accepts duplicate items with a warning; callers that warn use keys().
class ListKeys final : public types::Predicate {
 public:
  // Without keys the list is a set of whole items.
  explicit ListKeys(std::vector<std::string> keys) : keys_(std::move(keys)) {}

  const std::vector<std::string>& keys() const { return keys_; }
  types::PredicateResult Test(const value::Value& /*subject*/,
                              const types::RuleScope& /*scope*/) const override {
    return {};
  }
  std::string Describe() const override {
    std::string text = keys_.empty() ? "a set" : "a list with the keys ";
    for (size_t i = 0; i < keys_.size(); ++i) {
      text += (i == 0 ? "" : ", ") + keys_[i];
    }
    return text;
  }

 private:
  std::vector<std::string> keys_;
};

}  // namespace kval::schemas::kubernetes
