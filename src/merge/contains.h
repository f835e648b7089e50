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

// Returns where `left` does not contain `right`. `left` contains `right` if every map item of `right` is in
// `left` with a value that contains its value, and every array item at the same index. Scalars must be equal,
// including their kinds, as in ytt's overlay.subset and overlay/assert.
Difference FindDifference(const value::Value& left, const value::Value& right);

inline bool Contains(const value::Value& left, const value::Value& right) {
  return !FindDifference(left, right).exists;
}

// Equality of scalars as ytt's `by="key"` sees it: of one kind and the same content.
bool EqualScalars(const value::Value& left, const value::Value& right);

}  // namespace kval::merge
