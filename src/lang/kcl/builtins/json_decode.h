#pragma once

#include <string_view>

#include "src/lang/kcl/runtime/heap.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/support/result.h"

namespace kval::kcl::builtins {

// The value of a JSON text (RFC 8259). Of equal keys the last value counts, in the place of the first.
// Integers beyond int64 become floats. Never recursive; nested at most 128 deep, as KCL has it. The failure
// names line and column.
Result<runtime::Value> DecodeJson(runtime::Heap& heap, std::string_view text);

}  // namespace kval::kcl::builtins
