#pragma once

#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::value {

// `root` as JSON has it: keys are texts, so `8080: x` has the key "8080", `Yes: x` of a dialect that reads
// a boolean there "true" (PlainText). Only mappings with other keys, and what they stand in, are made anew,
// in `arena`; `root` itself when there are none. Spans stay those of the file. Two keys that become one text
// both stay, in their order. Parts that several aliases share are shared in what is made too: the cost is
// that of what is written, not of what it expands to.
const Value* WithTextKeys(const Value& root, Arena& arena);

}  // namespace kval::value
