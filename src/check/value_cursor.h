#pragma once

#include <cstddef>
#include <deque>

#include "src/diag/path.h"
#include "src/value/entry_index.h"
#include "src/value/value.h"

namespace kval::check {

// The position in a document during validation: a chain on the stack from the value to the root. Converted to
// a path only for findings.
struct ValueCursor {
  const value::Value* value;          // the value itself
  const value::Value* document;       // that it is a part of
  const ValueCursor* up = nullptr;    // null at the document
  const value::Value* key = nullptr;  // the key that holds the value in `up`; null for an item
  size_t index = 0;                   // the item's
  bool is_default = false;            // no layer of values set it

  static ValueCursor Document(const value::Value& document) { return {&document, &document}; }
  ValueCursor Entry(const value::Entry& entry) const { return {entry.value, document, this, entry.key}; }
  ValueCursor Item(size_t position) const {
    return {value->items()[position], document, this, nullptr, position, is_default};
  }
  // Returns the location of a key as a value; findings about it have its entry's path.
  ValueCursor Key(const value::Value& name) const { return {&name, document, this, &name}; }

  const value::Value* parent() const { return up == nullptr ? nullptr : up->value; }
  diag::Path path() const;
};

// Returns the cursors of the values on a path from the document: up to the last value that exists, or the
// first one that could not be read. `keys` may hold indexes of the document's mappings.
// Cost: a lookup in `keys` for each key.
std::deque<ValueCursor> FollowPath(const value::Value& document, const diag::Path& path,
                                   value::EntryIndex& keys);

}  // namespace kval::check
