#pragma once

#include <string_view>

#include "src/lang/kcl/runtime/heap.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/support/result.h"

namespace kval::kcl::builtins {

// Parses JSON (RFC 8259). For equal keys, the last value is used, in the position of the first. Integers
// beyond int64 become floats. Iterative; maximum depth 128, as in KCL. Errors: the message contains line and
// column.
Result<runtime::Value> DecodeJson(runtime::Heap& heap, std::string_view text);

}  // namespace kval::kcl::builtins
