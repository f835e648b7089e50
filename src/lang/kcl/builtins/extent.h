#pragma once

#include <cstddef>

#include "src/lang/kcl/value/runtime.h"
#include "src/lang/kcl/value/value.h"

namespace kval::kcl::builtins {

// Values share their parts, so a short program can make one that is endless when it is written out, or nested
// so deeply that whoever walks through it recursively runs out of stack. Whoever does either asks here first.

inline constexpr size_t kMaxNesting = 1000;

enum class Extent { kFits, kTooDeep, kTooLarge };

// `max_size` counts nodes, and the bytes of strings by sixteen; a part counts each time that it occurs.
Extent MeasureExtent(const runtime::Value& value, size_t max_size);

// Fails unless the value fits into what is left of the memory limit.
bool MayWrite(runtime::Runtime& runtime, const runtime::Value& value);
bool MayWrite(runtime::Runtime& runtime, const runtime::CallArgs& call);

// Fails unless a list of that many items fits.
bool HasRoomForItems(runtime::Runtime& runtime, size_t count);

}  // namespace kval::kcl::builtins
