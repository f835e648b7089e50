#pragma once

#include "schemas/json_schema/draft.h"
#include "src/diag/emitter.h"
#include "src/value/value.h"

namespace kval::schemas::json_schema {

// Tells of each keyword of a schema that can refuse nothing where it stands, so that the schema checks less
// than it seems to:
// - `then` and `else` without `if` and the other way around (draft 7, validation, 6.6), `minContains` and
//   `maxContains` without `contains` (2019-09, validation, 6.4), `additionalItems` beside an `items` that is
//   for all items (draft 7, validation, 6.4.2);
// - a keyword for values of one type in a schema of others, as `maxLength` of an integer (draft 7,
// validation, 3.2.1:
//   it succeeds for values of other types).
// What would refuse nothing anywhere, as `additionalItems: true`, is not told, nor is anything below the
// schema. Costs the number of keywords.
void ReportIdleKeywords(const value::Value& schema, Draft draft, diag::Emitter& emit);

// Tells of what stands beside a `$ref` up to draft 7, which stands for all of its schema (core, 8.3: "All
// other properties in a "$ref" object MUST be ignored"), together. What the schema that it refers to, if it
// is known, says as well is not missed, and not told.
void ReportBesideReference(const value::Value& schema, Draft draft, const value::Value* referred,
                           diag::Emitter& emit);

}  // namespace kval::schemas::json_schema
