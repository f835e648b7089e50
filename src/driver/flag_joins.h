#pragma once

#include <span>
#include <vector>

#include "src/driver/layer.h"
#include "src/value/builder.h"

namespace kval::driver {

// Layers of flags, each of which sets one value at a path of keys, as fewer layers that mean the same: those
// that follow each other and whose paths do not meet become one. A thousand flags are merged and checked
// once then, not each with all that was set before. What addresses a library, sets an item of a list or comes
// from a file stays as it is.
std::vector<Layer> JoinFlags(std::vector<Layer> layers, value::Builder& build);

}  // namespace kval::driver
