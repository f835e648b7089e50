#pragma once

#include <string>

#include "schemas/conversion_warnings.h"
#include "schemas/json_schema/draft.h"
#include "src/support/arena.h"
#include "src/types/model.h"

namespace kval::schemas::json_schema {

// Writes the model as a JSON Schema of a draft. Types that are shared, recursive or deep are in `$defs`.
//
// Compiling the result gives a model with the same dump, except for parts reported to `losses`, which a
// `$comment` replaces. `x-kval-` keywords express what standard keywords cannot (keywords.h); violations that
// other tools miss are reported as understood by kval only.
std::string WriteSchema(const types::Model& model, Draft draft, Arena& arena, ConversionWarnings& losses);

}  // namespace kval::schemas::json_schema
