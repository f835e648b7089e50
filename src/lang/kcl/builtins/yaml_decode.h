#pragma once

#include <string_view>
#include <vector>

#include "src/lang/kcl/runtime/heap.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/support/result.h"

namespace kval::kcl::builtins {

// Returns the values of the documents of a YAML stream, with scalars resolved as in KCL (YAML 1.2's core
// schema without leading zeros). Keys are always strings; the last of equal keys wins. The values have no
// spans. The empty string is one null. Errors: the first syntax error, with line and column.
Result<std::vector<runtime::Value>> DecodeYaml(runtime::Heap& heap, std::string_view text);

}  // namespace kval::kcl::builtins
