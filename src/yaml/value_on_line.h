#pragma once

#include <cstddef>
#include <optional>

#include "src/yaml/events.h"
#include "src/yaml/scanner.h"

// Entries that have their value on their own line, and lines below that stand where it would stand otherwise:
//
//   resources: {}
//     limits:
namespace kval::yaml {

struct ValueOnLine {
  size_t first_event;
  source::Span span;
  bool is_empty_mapping = false;   // `{}`
  bool is_empty_sequence = false;  // `[]`
};

// The value that begins with the event `first` and ends with the last one, if it stands on the line of the
// event before, its key. Nothing for block scalars and for no value at all.
std::optional<ValueOnLine> ValueOnItsLine(const Scanner& scanner, size_t first);

// Whether what is empty is of the kind that begins at `at`: `[]` above an item, `{}` above an entry.
bool IsEmptyKindOf(const ValueOnLine& value, const char* at);

// Of the line at the scanner's position, which is indented as a part of that entry, or is an item in the
// column of its key. `may_be_outdented`: the entry ended a mapping whose entries stand in the line's column.
Fault LineBelowValue(const Scanner& scanner, const ValueOnLine& value, bool may_be_outdented);

}  // namespace kval::yaml
