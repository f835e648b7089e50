#pragma once

#include <cstddef>
#include <functional>

#include "src/yaml/reader.h"

// Reading that needs no memory for all events of a text.
namespace kval::yaml {

// Called now and then while a text is read, with a number of events that are final. It may remove some of
// them, from the first one on; the result is how many it removed.
using Taker = std::function<size_t(size_t final)>;

// Runs the native reader and passes events on only while there is no error, because an error may change
// earlier events.
void ReadIncrementally(const source::SourceFile& file, const Limits& limits, const Taker& taker,
                       EventStream* stream);

}  // namespace kval::yaml
