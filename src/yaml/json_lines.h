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

// What is wrong with the brackets, quotes, commas and colons of JSON of several lines, as its lines tell: a
// text in quotes ends on its line, and brackets that end lines stand in columns. Nothing where the lines do
// not tell, tell too much, or have more than `deepest` brackets in each other. Walks over the text twice.
JsonFaults FaultsOfJson(const source::SourceFile& file, size_t deepest);

}  // namespace kval::yaml
