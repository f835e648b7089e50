#pragma once

#include <cstddef>
#include <vector>

#include "src/source/source_file.h"
#include "src/yaml/edited_text.h"
#include "src/yaml/events.h"

namespace kval::yaml {

struct JsonErrors {
  std::vector<SyntaxError> errors;
  std::vector<TextEdit> edits;  // which make a text of it that has none of them
};

// Finds errors of brackets, quotes, commas and colons in multi-line JSON by its lines: quoted strings end on
// their line, and brackets at line ends align. Empty if the lines are inconclusive, or nest deeper than
// `deepest`. Two passes.
JsonErrors FindJsonErrors(const source::SourceFile& file, size_t deepest);

}  // namespace kval::yaml
