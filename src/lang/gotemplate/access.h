#pragma once

#include "src/lang/gotemplate/functions.h"

namespace kval::gotemplate {

// The builtins that read parts of values.
Value Index(Call& call);
Value Slice(Call& call);
Value Length(Call& call);

}  // namespace kval::gotemplate
