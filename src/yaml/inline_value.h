#pragma once

#include <cstddef>
#include <optional>

#include "src/yaml/events.h"
#include "src/yaml/scanner.h"

// Entries with their value on the same line, followed by lines that are indented as the value would be:
//
//   resources: {}
//     limits:
namespace kval::yaml {

struct InlineValue {
  size_t first_event;
  source::Span span;
  bool is_empty_mapping = false;   // `{}`
  bool is_empty_sequence = false;  // `[]`
};

// Returns the value from event `first` to the last one, if it is on the line of its key, the previous event.
// Empty for block scalars and missing values.
std::optional<InlineValue> FindInlineValue(const Scanner& scanner, size_t first);

// Whether an empty value has the kind that starts at `at`: `[]` above an item, `{}` above an entry.
bool MatchesEmptyKind(const InlineValue& value, const char* at);

// Returns the error for the line at the scanner's position, which is indented as part of that entry, or is an
// item in the column of its key. `may_be_outdented`: the entry ended a mapping with entries in the line's
// column.
SyntaxError MakeLineAfterValueError(const Scanner& scanner, const InlineValue& value, bool may_be_outdented);

}  // namespace kval::yaml
