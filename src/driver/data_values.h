#pragma once

#include <vector>

#include "src/driver/layer.h"
#include "src/driver/options.h"
#include "src/source/file_reader.h"

namespace kval::driver {

struct Session;

// The layers that the command line's data value flags make, in ytt's order of precedence. Each flag's
// argument is a text of its own in the source map, so that a fault in its value points into the flag.
// Mistakes are reported; false when there was one.
bool FlagLayers(const Options& options, source::FileReader& reader, Session& session,
                std::vector<Layer>& layers);

}  // namespace kval::driver
