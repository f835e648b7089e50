#pragma once

#include <cstddef>
#include <functional>

#include "src/yaml/reader.h"

// Reading that needs no memory for all events of a text.
namespace kval::yaml {

// Called now and then while a text is read, with a number of events that are final. It may remove some of
// them, from the first one on; the result is how many it removed.
using Taker = std::function<size_t(size_t final)>;

// As the native reader reads. Gives events away only as long as the text has no fault: what follows a fault
// may change what was read before it.
void ReadIncrementally(const source::SourceFile& file, const Limits& limits, const Taker& taker,
                       EventStream* stream);

}  // namespace kval::yaml
