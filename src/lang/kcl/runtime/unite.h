#pragma once

#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/runtime/runtime.h"
#include "src/lang/kcl/runtime/value.h"

namespace kval::kcl::runtime {

struct UniteOptions {
  // A `:` entry that contradicts the value that is there is an error.
  bool check_conflicts = true;
  // A schema instance that got other attributes is evaluated anew.
  bool resolve = true;
};

// `left | right` (kcl.md, 6): None and Undefined give way; dicts merge entry by entry, each by its own
// operator; lists merge by index; an instance and a dict give a new instance. Integers: bitwise or.
Value Unite(Runtime& runtime, const Value& left, const Value& right, const UniteOptions& options = {});

// Merges one entry into a dict that is being made.
void MergeEntry(Runtime& runtime, DictBuilder& target, const Entry& entry, const UniteOptions& options = {});

}  // namespace kval::kcl::runtime
