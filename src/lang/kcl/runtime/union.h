#pragma once

#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/runtime/runtime.h"
#include "src/lang/kcl/runtime/value.h"

namespace kval::kcl::runtime {

struct UnionOptions {
  // A `:` entry that contradicts the value that is there is an error.
  bool check_conflicts = true;
  // A schema instance that got other attributes is evaluated anew.
  bool resolve = true;
};

// Evaluates `left | right` (kcl.md, 6): the other operand replaces None and Undefined; dicts are merged entry
// by entry with the operator of each entry; lists are merged by index; an instance and a dict give a new
// instance. Integers: bitwise or.
Value MakeUnion(Runtime& runtime, const Value& left, const Value& right, const UnionOptions& options = {});

// Merges one entry into a dict that is being made.
void MergeEntry(Runtime& runtime, DictBuilder& target, const Entry& entry, const UnionOptions& options = {});

}  // namespace kval::kcl::runtime
