#pragma once

#include <functional>

#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::value {

// Two keys of one mapping that become one text, in their order.
using OneText = std::function<void(const Value& first, const Value& second)>;

// `root` as JSON has it: keys are texts, so `8080: x` has the key "8080", `Yes: x` of a dialect that reads
// a boolean there "true" (PlainText). Only mappings with other keys, and what they stand in, are made anew,
// in `arena`; `root` itself when there are none. Spans stay those of the file. Two keys that become one text
// both stay, in their order, and are told, as often as aliases repeat them. Parts that several aliases
// share are shared in what is made too: the cost is that of what is written, not of what it expands to.
const Value* WithTextKeys(const Value& root, Arena& arena, const OneText& tell = {});

}  // namespace kval::value
