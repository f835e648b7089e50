#include "src/lang/kcl/sema/program.h"

namespace kval::kcl {
namespace {

// Longer chains of bases are cut: only a cycle that was reported is longer.
constexpr int kMaxBases = 100'000;
// The same for mixins of mixins.
constexpr int kMaxMixins = 16;

const Attribute* FindHere(const Schema& schema, Symbol attribute, int depth) {
  if (const auto found = schema.by_name.find(attribute); found != schema.by_name.end()) {
    return &schema.attributes[found->second];
  }
  if (depth == kMaxMixins) {
    return nullptr;
  }
  for (const Schema* mixin : schema.mixins) {
    if (const Attribute* found = FindHere(*mixin, attribute, depth + 1)) {
      return found;
    }
  }
  return nullptr;
}

}  // namespace

// A schema's own attributes and those of its mixins, then its base; a schema without base falls back to its
// protocol.
const Attribute* Schema::Find(Symbol attribute) const {
  const Schema* schema = this;
  for (int depth = 0; schema && depth < kMaxBases; ++depth) {
    if (const Attribute* found = FindHere(*schema, attribute, 0)) {
      return found;
    }
    schema = schema->base ? schema->base : schema->protocol;
  }
  return nullptr;
}

bool Schema::IsA(const Schema* other) const {
  const Schema* schema = this;
  for (int depth = 0; schema && depth < kMaxBases; ++depth) {
    if (schema == other) {
      return true;
    }
    schema = schema->base;
  }
  return false;
}

}  // namespace kval::kcl
