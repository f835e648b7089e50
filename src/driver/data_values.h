#pragma once

#include <vector>

#include "src/driver/driver_options.h"
#include "src/driver/layer.h"
#include "src/source/file_reader.h"

namespace kval::driver {

struct Session;

// Builds the layers of data value flags in ytt's order of precedence. Each flag's argument is a separate text
// in the source map, so findings point into the flag. Returns false after reporting errors.
bool FlagLayers(const DriverOptions& options, source::FileReader& reader, Session& session,
                std::vector<Layer>& layers);

}  // namespace kval::driver
