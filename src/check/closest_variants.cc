#include "src/check/closest_variants.h"

#include <cstdint>
#include <utility>

#include "src/check/fields.h"
#include "src/check/merged_fields.h"
#include "src/check/union_discriminator.h"

namespace kval::check {

RemainingVariants FilterByDiscriminators(const types::Model& model, const std::vector<types::TypeId>& types,
                                         const value::Value& mapping, ValidationState& worker) {
  RemainingVariants left{types, false};
  if (mapping.kind != value::Kind::kMapping) {
    return left;
  }
  for (const value::Entry& entry : mapping.entries()) {
    if (entry.value->is_collection() || IsRecovered(*entry.value)) {
      continue;
    }
    std::vector<types::TypeId> others;
    bool is_chosen = false;
    worker.Spend(left.types.size());
    for (const types::TypeId type : left.types) {
      const EnumMatch listing = MatchEnumAt(model, type, entry, worker);
      is_chosen = is_chosen || listing == EnumMatch::kHasValue;
      if (listing != EnumMatch::kHasOthers) {
        others.push_back(type);
      }
    }
    if (is_chosen) {
      left = {std::move(others), true};
    }
  }
  return left;
}

std::vector<types::TypeId> ClosestVariantsByKeys(const types::Model& model,
                                                 const std::vector<types::TypeId>& types,
                                                 const value::Value& mapping, ValidationState& worker) {
  if (mapping.kind != value::Kind::kMapping || types.size() < 2) {
    return types;
  }
  constexpr int64_t kDeclared = 2;
  int64_t most = 0;
  std::vector<types::TypeId> closest;
  for (const types::TypeId type : types) {
    const types::Record united = CollectAllFields(model, type, worker);
    const auto* own = std::get_if<types::Record>(&model.Resolve(type).shape);
    int64_t score = 0;
    worker.Spend(mapping.entries().size());
    for (const value::Entry& entry : mapping.entries()) {
      if (FieldOf(model, united, *entry.key) != nullptr) {
        score += kDeclared;
      } else if ((own != nullptr && KeyRuleOf(*own, *entry.key, mapping) != nullptr) ||
                 (worker.CanCompareNames(united.fields.size()) &&
                  NearestField(model, united, *entry.key) != nullptr)) {
        ++score;
      }
    }
    if (score > most) {
      closest.clear();
      most = score;
    }
    if (score == most) {
      closest.push_back(type);
    }
  }
  return closest;
}

}  // namespace kval::check
