#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "src/value/value.h"

namespace kval::kubernetes {

// A label selector (apimachinery, pkg/apis/meta/v1, LabelSelectorAsSelector). Without requirements it selects
// everything, as selectors that the API server sets by default. Refers to the values that it was read from.
class LabelSelector {
 public:
  // `selector`: a map with `matchLabels` and `matchExpressions`; null for no requirements.
  static LabelSelector Read(const value::Value* selector);

  // Requires these labels, as the selector of a Service does; null for no requirements.
  static LabelSelector OfLabels(const value::Value* labels);

  bool empty() const { return requirements_.empty(); }
  // Returns a label, key and value, that everything selected has; nullopt if there is none.
  std::optional<std::pair<std::string_view, std::string_view>> RequiredLabel() const;
  // `labels`: a map, or null for no labels.
  bool Matches(const value::Value* labels) const;
  // Whether a requirement is about a key other than `known`.
  bool ReadsOtherThan(std::string_view known) const;

 private:
  struct Requirement {
    std::string_view key, op;  // an operator of `matchExpressions`
    std::vector<std::string_view> values;
  };
  std::vector<Requirement> requirements_;
};

}  // namespace kval::kubernetes
