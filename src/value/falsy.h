#pragma once

#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::value {

// The value of a kind that counts as false where truth is asked for: false, 0, "", null, [], {}. It is the
// example of the kind that says nothing else.
const Value* Falsy(Kind kind, Builder& build);

}  // namespace kval::value
