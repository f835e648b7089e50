#pragma once

#include <string_view>

#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// Returns the document value of a JSON text that is part of the program, such as a schema of the catalogue
// (schemas/crd_catalog). Values have no locations, because no file that the user has contains them.
//
// Requires: the text is JSON, and its numbers are integers of 64 bits.
const value::Value* ReadJsonValue(std::string_view json, Arena& arena);

}  // namespace kval::kubernetes
