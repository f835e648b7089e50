#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/driver/driver_options.h"
#include "src/driver/inputs/roles.h"
#include "src/source/file_reader.h"

namespace kval::cli {

// A document with data values or their schema.
struct DataDocument {
  driver::DocumentRole role;
  size_t content;  // the byte after its `---`
};

// Returns such documents of a text, in order.
std::vector<DataDocument> FindDataDocuments(std::string_view text);

// Returns the files with data values or their schemas in the directory of a template.
std::vector<driver::InputPath> DataValuesOf(const std::string& path, source::FileReader& reader);

}  // namespace kval::cli
