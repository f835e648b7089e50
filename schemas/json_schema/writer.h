#pragma once

#include <string>

#include "schemas/json_schema/draft.h"
#include "schemas/losses.h"
#include "src/support/arena.h"
#include "src/types/model.h"

namespace kval::schemas::json_schema {

// The model as a JSON Schema of a draft. Types that are used several times, contain themselves or lie deep
// stand in `$defs`.
//
// Compiling the text gives a model that dumps alike, but for what was reported to `losses`; a `$comment`
// stands in its place. Where kval means more than the standard keywords say, keywords that begin with
// `x-kval-` say the rest (keywords.h); what other tools do not see of a value's faults is reported as
// understood by kval only.
std::string WriteSchema(const types::Model& model, Draft draft, Arena& arena, Losses& losses);

}  // namespace kval::schemas::json_schema
