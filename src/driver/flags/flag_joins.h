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

// What of a joined layer may be laid over `base` at once; the layer's root where that is all. Flags that lead
// into one null are not: the first makes a map of it, which the schema fills before the next one is laid, so
// that only the first one's key stands before those of the schema (ytt lays each flag on its own). Linear in
// the two.
const value::Value* LaidFirst(const Layer& layer, const value::Value& base, value::Builder& build);

}  // namespace kval::driver
