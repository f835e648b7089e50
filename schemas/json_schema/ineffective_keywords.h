#pragma once

#include "schemas/json_schema/draft.h"
#include "src/diag/emitter.h"
#include "src/value/value.h"

namespace kval::schemas::json_schema {

// Reports keywords of a schema that have no effect although they usually reject values:
// - `then` and `else` without `if` and vice versa (draft 7, validation, 6.6), `minContains` and `maxContains`
//   without `contains` (2019-09, validation, 6.4), `additionalItems` next to an `items` for all items (draft
//   7, validation, 6.4.2);
// - a keyword for another type than the schema's, such as `maxLength` of an integer (draft 7, validation,
//   3.2.1: it succeeds for other types).
// Does not report keywords that never reject a value, such as `additionalItems: true`, nor keywords of
// subschemas. Cost: linear in the keywords.
void ReportIneffectiveKeywords(const value::Value& schema, Draft draft, diag::Emitter& emit);

// Reports, in one diagnostic, the siblings of a `$ref` up to draft 7, which are ignored (core, 8.3: "All
// other properties in a "$ref" object MUST be ignored"). Excludes siblings that the referenced schema, if
// known, repeats.
void ReportIgnoredRefSiblings(const value::Value& schema, Draft draft, const value::Value* referred,
                              diag::Emitter& emit);

}  // namespace kval::schemas::json_schema
