#pragma once

#include <string>
#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

// Findings about the keys that identify a resource or a list of resources.
namespace kval::kubernetes {

// Reports a List without `items`, and the key that may be a misspelling of it.
void ReportNoItems(const check::ValueCursor& list, diag::Emitter& emit);

// Reports a resource without `name`, its apiVersion or kind. `found`: its value, if it is empty or null; else
// a null pointer. The place is the key without a value, a misspelt key, the other one of the two, or the
// resource, in this order.
void ReportMissingHead(const check::ValueCursor& at, std::string_view name, const value::Value* found,
                       std::string hint, diag::Emitter& emit);

}  // namespace kval::kubernetes
