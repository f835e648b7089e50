#pragma once

#include "src/check/worker.h"
#include "src/types/model.h"

namespace kval::check {

// All fields that a type declares for one map: its own, and those of the parts of its schema that speak of
// the same map
// (`allOf`, `anyOf`, `then`…), whether or not they hold. Each name once, as it is met first. Without fields
// when a document has had its share of such comparisons.
types::Record UnitedRecord(const types::Model& model, types::TypeId type, Worker& worker);

}  // namespace kval::check
