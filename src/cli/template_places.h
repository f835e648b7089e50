#pragma once

#include "src/cli/key_places.h"
#include "src/cli/open_document.h"
#include "src/lsp/schema_query.h"
#include "src/support/result.h"

namespace kval::cli {

// Finds the places of a name in the templates of a Helm chart and of its unpacked subcharts: of a template
// (`define`, `include`, `template`), or of a value. A value has its declaration in the chart's values.yaml.
// The position of `query` is on such a name in a template, or on a key in values of a chart or in
// values.schema.json. Returns a failure for other positions. Values have places in all values files of the
// chart and in values.schema.json, too. For a rename: also the obstacles, of which some depend on the new
// name.
Result<KeyPlaces> FindTemplatePlaces(const lsp::SchemaQuery& query, const OpenDocuments& opened);

}  // namespace kval::cli
