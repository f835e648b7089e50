#pragma once

#include <cstdint>
#include <string>

#include "src/lang/gotemplate/functions.h"
#include "src/lang/gotemplate/value.h"

namespace kval::helm::functions {

enum class Overwrite : uint8_t { kNo, kYes };

// Merges `source` into the map `*target` in place, as dario.cat/mergo 1.0.1 does: nested maps are merged,
// values of `source` replace empty values (nil, "", 0, false, [] and {}), or with kYes all others. Nested
// maps and lists are shared with `source`. A nil `*target` becomes a new map. Returns an error or an empty
// string.
std::string MergeMaps(gotemplate::Call& call, gotemplate::Value* target, const gotemplate::Value& source,
                      Overwrite overwrite);

}  // namespace kval::helm::functions
