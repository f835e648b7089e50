#pragma once

#include <optional>

#include "src/yaml/scanner.h"

namespace kval::yaml {

// An entry of a block mapping that is one line, `key: value`, without anything that YAML makes difficult
// (1.2.2, section 7.4.2).
struct SimpleEntry {
  const char* begin = nullptr;  // the key
  const char* colon = nullptr;  // its end
  const char* value = nullptr;
  const char* end = nullptr;  // of the value
  bool is_quoted = false;     // in double quotes
};

// Returns the entry that begins at `at`, in this column of its line, if it has this simple form; otherwise
// nullopt. Requires: the text ends with a NUL.
std::optional<SimpleEntry> ParseSimpleEntry(const char* at, int column);

// After such an entry: moves to this column of the next line if a plain key may start there, after spaces.
// Returns false without moving otherwise.
bool MoveToNextEntry(Scanner& scanner, int column);

}  // namespace kval::yaml
