#pragma once

#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::value {

// Returns the falsy value of a kind: false, 0, "", null, [], {}. Used as the neutral example of the kind.
const Value* MakeFalsyValue(Kind kind, Builder& build);

}  // namespace kval::value
