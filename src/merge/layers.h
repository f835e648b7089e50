#pragma once

#include <vector>

#include "src/source/span.h"
#include "src/value/value.h"

namespace kval::merge {

// One value that went into a merged value.
struct Layer {
  const value::Value* value;  // as it stood in its file
  source::Span op;            // the operation that laid it over the earlier ones; without value when implied
};

// Where a value comes from, oldest first; the value itself alone when no merge made it. The last layer is
// the one that counts. At most `limit` layers, the newest ones.
std::vector<Layer> Layers(const value::Value& merged, size_t limit = 100);

}  // namespace kval::merge
