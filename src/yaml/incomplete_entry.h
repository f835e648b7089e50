#pragma once

#include <cstdint>

#include "src/yaml/events.h"
#include "src/yaml/scanner.h"

// Errors about text that should be a mapping entry.
namespace kval::yaml {

struct IncompleteEntry {
  enum class EntryDefect : uint8_t {
    kConflictMarker,
    kConfusable,
    kNoSpaceAfterColon,
    kNoSpaceAfterDash,
    kNoColon
  };
  EntryDefect defect;
  SyntaxError error;
};

// Determines the error in the text [begin, end), which should be a mapping entry.
IncompleteEntry ClassifyIncompleteEntry(const Scanner& scanner, const char* begin, const char* end);
// Returns the error for text at `at` after a value on the same line; null: no value was read.
SyntaxError MakeTextAfterValueError(const Scanner& scanner, const Event* value, const char* at);
// Returns the error for a `---` preceded by spaces.
SyntaxError MakeIndentedMarkerError(const Scanner& scanner, const char* begin, const char* end);

}  // namespace kval::yaml
