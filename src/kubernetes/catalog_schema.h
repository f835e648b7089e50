#pragma once

#include <string_view>

#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// Reads a schema of the catalogue (schemas/crd_catalog). Its values have no locations, because no file that
// the user has contains them. The text is trusted.
const value::Value* ReadCatalogSchema(std::string_view json, Arena& arena);

}  // namespace kval::kubernetes
