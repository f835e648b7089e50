#pragma once

#include <vector>

#include "src/driver/options.h"
#include "src/driver/session.h"
#include "src/merge/plan.h"
#include "src/source/file_reader.h"
#include "src/value/value.h"

namespace kval::driver {

// One layer of values, ready to be merged over the earlier ones.
struct Layer {
  const value::Value* root = nullptr;
  const value::Value* node = nullptr;  // the document's identity in `plan`, or null
  merge::Plan plan;
  source::Span span;
};

// The layers that the command line's data value flags make, in ytt's order of precedence. Each flag's
// argument is a text of its own in the source map, so that a fault in its value points into the flag.
// Flags addressed to a library (`@lib:`) are left out. Mistakes are reported; false when there was one.
bool FlagLayers(const Options& options, source::FileReader& reader, Session& session,
                std::vector<Layer>& layers);

}  // namespace kval::driver
