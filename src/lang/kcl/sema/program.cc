#include "src/lang/kcl/sema/program.h"

namespace kval::kcl {
namespace {

// Longer chains of bases are cut: only a cycle that was reported is longer.
constexpr int kMaxBases = 1000;

}  // namespace

// A schema's own attributes and those of its mixins, then its base; a schema without base falls back to its
// protocol.
const Attribute* Schema::Find(Symbol attribute) const {
  const Schema* schema = this;
  for (int depth = 0; schema && depth < kMaxBases; ++depth) {
    if (const auto found = schema->by_name.find(attribute); found != schema->by_name.end()) {
      return &schema->attributes[found->second];
    }
    for (const Schema* mixin : schema->mixins) {
      if (const auto found = mixin->by_name.find(attribute); found != mixin->by_name.end()) {
        return &mixin->attributes[found->second];
      }
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
