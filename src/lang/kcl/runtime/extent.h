#pragma once

#include <cstddef>
#include <string>

#include "src/lang/kcl/runtime/runtime.h"
#include "src/lang/kcl/runtime/value.h"

namespace kval::kcl::runtime {

// Values share their parts, so a short program can create one that is practically infinite when written, or
// nested so deeply that a recursive traversal exhausts the stack. Code that writes or traverses values
// recursively calls these checks first.

inline constexpr size_t kMaxNesting = 1000;

enum class Extent { kFits, kTooDeep, kTooLarge };

inline constexpr size_t kWidestIndent = 4;  // of the output of a run

// `max_size` and `size` count nodes, and by sixteen the bytes that keys and strings take when they are
// written, with `indent` columns for each level; a part counts each time that it occurs.
Extent MeasureExtent(const Value& value, size_t max_size, size_t& size, size_t indent = kWidestIndent);

// Whether the written value fits into the remaining memory limit; if not, fails with the limit. Costs steps
// for the parts it examines.
bool MayWrite(Runtime& runtime, const Value& value, size_t indent = kWidestIndent);
bool MayWrite(Runtime& runtime, const CallArgs& call);
// The text of a value that may be written; else empty, and a limit is hit.
std::string BoundedText(Runtime& runtime, const Value& value);

// How large a text may become that is being made: it is held two more times when it grows.
size_t MostText(Runtime& runtime);
// Returns the maximum number of items of a list within the remaining memory limit.
size_t RoomForItems(Runtime& runtime);
// Hits the memory limit unless a list of that many items fits.
bool HasRoomForItems(Runtime& runtime, size_t count);

}  // namespace kval::kcl::runtime
