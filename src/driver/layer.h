#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "src/driver/libraries/library_ref.h"
#include "src/merge/plan.h"
#include "src/templating/annotated.h"

namespace kval::driver {

// One layer of values, to be merged over earlier layers.
struct Layer {
  templating::AnnotatedDocument document;
  merge::Defaults defaults = merge::Defaults::kPlain;
  // The operations of a flag's path. Those of a document come from its annotations.
  std::optional<merge::MergePlan> plan;
  std::vector<LibraryRef> library;  // the private library that a flag names; empty: this one
  source::Span library_at;          // where the layer names the library
  size_t coalesced_depth = 0;       // of several flags (CoalesceFlags): the keys of the longest path
};

// The layer of a flag that sets `value` at a path.
inline Layer FlagLayer(const value::Value* root, merge::MergePlan plan, source::Span span) {
  return {{root, root, span}, merge::Defaults::kPlain, std::move(plan), {}, {}, 0};
}

}  // namespace kval::driver
