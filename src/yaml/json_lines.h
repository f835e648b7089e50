#pragma once

#include <cstddef>
#include <vector>

#include "src/source/source_file.h"
#include "src/yaml/events.h"
#include "src/yaml/mended_text.h"

namespace kval::yaml {

struct JsonFaults {
  std::vector<Fault> faults;
  std::vector<Mending> mendings;  // which make a text of it that has none of them
};

// Finds errors of brackets, quotes, commas and colons in multi-line JSON by its lines: quoted strings end on
// their line, and brackets at line ends align. Empty if the lines are inconclusive, or nest deeper than
// `deepest`. Two passes.
JsonFaults FaultsOfJson(const source::SourceFile& file, size_t deepest);

}  // namespace kval::yaml
