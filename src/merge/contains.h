#pragma once

#include <string>

#include "src/source/span.h"
#include "src/value/value.h"

namespace kval::merge {

struct Difference {
  bool exists = false;
  std::string text;   // "expected a map item with key `a`"
  source::Span left;  // where the left side differs
};

// Where `left` does not contain `right`: every map item of `right` must be in `left` with a value that
// contains its value, every array item at the same index. Scalars must be equal, kinds included, as ytt
// compares for overlay.subset and overlay/assert.
Difference FindDifference(const value::Value& left, const value::Value& right);

inline bool Contains(const value::Value& left, const value::Value& right) {
  return !FindDifference(left, right).exists;
}

// Equality of scalars as ytt's `by="key"` sees it: of one kind and the same content.
bool SameLeaf(const value::Value& left, const value::Value& right);

}  // namespace kval::merge
