#pragma once

#include <string_view>
#include <vector>

#include "src/lang/kcl/runtime/heap.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/support/result.h"

namespace kval::kcl::builtins {

// The values of the documents of a YAML stream, scalars resolved as KCL does (YAML 1.2's core schema without
// leading zeros). Keys are strings, whatever they look like; of equal keys the last counts. The values have
// no spans. An empty text is one null. The failure is the first fault, with line and column.
Result<std::vector<runtime::Value>> DecodeYaml(runtime::Heap& heap, std::string_view text);

}  // namespace kval::kcl::builtins
