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

enum class SizeResult { kFits, kTooDeep, kTooLarge };

inline constexpr size_t kMaxIndent = 4;  // of the output of a run

// `max_size` and `size` count nodes, and by sixteen the bytes that keys and strings take when they are
// written, with `indent` columns for each level; a part counts each time that it occurs.
SizeResult MeasureSize(const Value& value, size_t max_size, size_t& size, size_t indent = kMaxIndent);

// Whether the written value fits into the remaining memory limit; if not, fails with the limit. Costs steps
// for the parts it examines.
bool CheckOutputSize(Runtime& runtime, const Value& value, size_t indent = kMaxIndent);
bool CheckOutputSize(Runtime& runtime, const CallArgs& call);
// Returns the text of a value if it is within the limit; otherwise empty, and the limit is recorded as
// exceeded.
std::string ToBoundedString(Runtime& runtime, const Value& value);

// Returns the maximum size of a string under construction: when it grows, two more copies may exist.
size_t MaxStringSize(Runtime& runtime);
// Returns the maximum number of items of a list within the remaining memory limit.
size_t MaxListItems(Runtime& runtime);
// Returns whether a list of this size fits; otherwise the memory limit is recorded as exceeded.
bool CheckListSize(Runtime& runtime, size_t count);

}  // namespace kval::kcl::runtime
