#pragma once

#include <string_view>

#include "src/lang/cel/type.h"

namespace kval::cli {

// CEL's types as its users write them: `list(map(string, int))`; what is no type is dyn.
const cel::Type* ReadType(std::string_view text, cel::TypeArena& types);

}  // namespace kval::cli
