#include "schemas/kubernetes/field_rules.h"

#include <algorithm>

#include "src/diag/resource_rule.h"

namespace kval::schemas::kubernetes {
namespace {

#include "schemas/kubernetes/field_rules.inc"

struct ByType {
  bool operator()(const FieldRule& rule, std::string_view type) const { return rule.type < type; }
  bool operator()(std::string_view type, const FieldRule& rule) const { return type < rule.type; }
};

}  // namespace

bool LeadsToFieldRules(std::string_view type) {
  return std::binary_search(std::begin(kLeadingTypes), std::end(kLeadingTypes), type);
}

std::span<const FieldRule> FieldRulesOf(std::string_view type) {
  const auto [first, last] = std::equal_range(std::begin(kFieldRules), std::end(kFieldRules), type, ByType());
  return {first, last};
}

}  // namespace kval::schemas::kubernetes
