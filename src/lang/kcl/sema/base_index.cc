#include "src/lang/kcl/sema/base_index.h"

#include <algorithm>
#include <utility>

#include "src/lang/kcl/sema/program.h"

namespace kval::kcl {
namespace {

const Schema* Above(const Schema& schema) {
  return schema.base != nullptr ? schema.base : schema.protocol;
}

bool IsOfPackage(const Schema* schema, int32_t package) {
  return schema != nullptr && schema->package == package;
}

}  // namespace

BaseIndex::BaseIndex(std::span<Schema* const> schemas) {
  std::unordered_map<const Schema*, std::vector<Schema*>> below;
  std::vector<std::pair<Schema*, bool>> open;  // the flag: all below it was entered
  for (Schema* schema : schemas) {
    const Schema* above = Above(*schema);
    if (IsOfPackage(above, schema->package)) {
      below[above].push_back(schema);
    } else {
      open.push_back({schema, false});
    }
  }
  while (!open.empty()) {
    auto& [schema, is_entered] = open.back();
    if (is_entered) {
      Leave(*schema);
      open.pop_back();
      continue;
    }
    is_entered = true;
    Enter(*schema);
    if (const auto found = below.find(schema); found != below.end()) {
      for (Schema* next : found->second) {
        open.push_back({next, false});
      }
    }
  }
  open_.clear();
}

void BaseIndex::Enter(Schema& schema) {
  schema.lineage = this;
  schema.number = static_cast<uint32_t>(places_.size());
  const Schema* above = Above(schema);
  SchemaBases place{nullptr, above};
  if (IsOfPackage(above, schema.package)) {
    place = places_[above->number];
  }
  if (!schema.mixins.empty()) {
    place.mixed = &schema;
  }
  places_.push_back(place);
  for (const auto& [name, index] : schema.by_name) {
    open_[name].push_back(&schema);
    turns_[name].push_back({schema.number, &schema});
  }
}

void BaseIndex::Leave(const Schema& schema) {
  const auto next = static_cast<uint32_t>(places_.size());
  for (const auto& [name, index] : schema.by_name) {
    std::vector<const Schema*>& open = open_[name];
    open.pop_back();
    turns_[name].push_back({next, open.empty() ? nullptr : open.back()});
  }
}

const Schema* BaseIndex::Nearest(const Schema& schema, Symbol attribute) const {
  const auto found = turns_.find(attribute);
  if (found == turns_.end()) {
    return nullptr;
  }
  const std::vector<DeclarationRange>& turns = found->second;
  const auto following =
      std::upper_bound(turns.begin(), turns.end(), schema.number,
                       [](uint32_t number, const DeclarationRange& turn) { return number < turn.number; });
  return following == turns.begin() ? nullptr : std::prev(following)->nearest;
}

const Attribute* BaseIndex::Find(const Schema& schema, Symbol attribute) const {
  const Schema* nearest = Nearest(schema, attribute);
  const SchemaBases& place = places_[schema.number];
  for (const Schema* mixed = place.mixed;
       mixed != nullptr && (nearest == nullptr || mixed->number > nearest->number);) {
    if (const Attribute* found = mixed->FindInMixins(attribute)) {
      return found;
    }
    const Schema* above = Above(*mixed);
    mixed = IsOfPackage(above, schema.package) ? places_[above->number].mixed : nullptr;
  }
  if (nearest != nullptr) {
    return &nearest->attributes[nearest->by_name.at(attribute)];
  }
  return place.beyond == nullptr ? nullptr : place.beyond->Find(attribute);
}

}  // namespace kval::kcl
