#include "src/lang/kcl/sema/program.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace kval::kcl {
namespace {

const Schema* Above(const Schema& schema) {
  return schema.base != nullptr ? schema.base : schema.protocol;
}

bool IsOfPackage(const Schema* schema, int32_t package) {
  return schema != nullptr && schema->package == package;
}

// Longer chains of bases are cut: only a cycle that was reported is longer.
constexpr int kMaxBases = 100'000;

const Attribute* FindOwn(const Schema& schema, Symbol attribute) {
  const auto found = schema.by_name.find(attribute);
  return found == schema.by_name.end() ? nullptr : &schema.attributes[found->second];
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

const Ref& Program::KeyRefOf(const Name& key) const {
  static constexpr Ref kItself;
  const auto found = key_refs.empty() ? key_refs.end() : key_refs.find(key.id);
  return found == key_refs.end() ? kItself : found->second;
}

// Each mixin once: many ways may lead to the same.
const Attribute* Schema::FindInMixins(Symbol attribute) const {
  if (mixins.empty()) {
    return nullptr;
  }
  std::vector<const Schema*> open(mixins.rbegin(), mixins.rend());
  std::unordered_set<const Schema*> seen;
  while (!open.empty()) {
    const Schema* mixin = open.back();
    open.pop_back();
    if (const Attribute* found = FindOwn(*mixin, attribute)) {
      return found;
    }
    if (!mixin->mixins.empty() && seen.insert(mixin).second) {
      open.insert(open.end(), mixin->mixins.rbegin(), mixin->mixins.rend());
    }
  }
  return nullptr;
}

// A schema's own attributes and those of its mixins, then its base; a schema without base falls back to its
// protocol.
const Attribute* Schema::Find(Symbol attribute) const {
  const Schema* schema = this;
  for (int depth = 0; schema && depth < kMaxBases; ++depth) {
    if (schema->lineage != nullptr) {
      return schema->lineage->Find(*schema, attribute);
    }
    if (const Attribute* found = FindOwn(*schema, attribute)) {
      return found;
    }
    if (const Attribute* found = schema->FindInMixins(attribute)) {
      return found;
    }
    schema = schema->base ? schema->base : schema->protocol;
  }
  return nullptr;
}

bool Schema::IsSame(const Schema& other) const {
  const bool is_of_packages = package != other.package && package > 0 && other.package > 0;
  return this == &other || (is_of_packages && stmt != nullptr && other.stmt != nullptr &&
                            stmt->name.span == other.stmt->name.span);
}

bool Schema::IsA(const Schema* other) const {
  const Schema* schema = this;
  for (int depth = 0; schema && depth < kMaxBases; ++depth) {
    if (schema->IsSame(*other)) {
      return true;
    }
    schema = schema->base;
  }
  return false;
}

}  // namespace kval::kcl
