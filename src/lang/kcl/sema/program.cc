#include "src/lang/kcl/sema/program.h"

#include <unordered_set>

namespace kval::kcl {
namespace {

// Longer chains of bases are cut: only a cycle that was reported is longer.
constexpr int kMaxBases = 100'000;

const Attribute* FindOwn(const Schema& schema, Symbol attribute) {
  const auto found = schema.by_name.find(attribute);
  return found == schema.by_name.end() ? nullptr : &schema.attributes[found->second];
}

}  // namespace

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
