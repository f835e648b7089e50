#pragma once

#include <string_view>

#include "src/lang/cel/type.h"

namespace kval::cli {

// Parses a CEL type: `list(map(string, int))`; dyn for unknown types.
const cel::Type* ParseCelType(std::string_view text, cel::TypeArena& types);

}  // namespace kval::cli
