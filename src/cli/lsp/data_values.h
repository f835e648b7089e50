#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/driver/driver_options.h"
#include "src/source/file_reader.h"

namespace kval::cli {

// Whether a text has documents with data values or their schemas.
bool HoldsDataValues(std::string_view text);

// Returns the files with data values or their schemas in the directory of a template.
std::vector<driver::InputPath> DataValuesOf(const std::string& path, source::FileReader& reader);

}  // namespace kval::cli
