#pragma once

#include <vector>

#include "src/driver/layer.h"
#include "src/value/builder.h"

namespace kval::driver {

// Combines consecutive flag layers with disjoint key paths into fewer equivalent layers, so that a thousand
// flags are merged and checked once. Layers for libraries, list items and files are unchanged.
std::vector<Layer> CoalesceFlags(std::vector<Layer> layers, value::Builder& build);

// Returns the part of a joined layer that can be applied to `base` at once; the layer's root if that is all.
// Flags into one null cannot: the first turns it into a map, which the schema completes before the next is
// applied, so only the first one's key precedes the schema's keys (ytt applies each flag separately). Linear.
const value::Value* FirstApplicablePart(const Layer& layer, const value::Value& base, value::Builder& build);

}  // namespace kval::driver
