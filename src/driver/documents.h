#pragma once

#include <vector>

#include "schemas/front_end.h"
#include "src/driver/inputs.h"
#include "src/driver/options.h"
#include "src/driver/session.h"
#include "src/template/annotated.h"

namespace kval::driver {

// A values document of a file.
struct ValuesDocument {
  templating::AnnotatedDocument document;
  bool is_plain;  // of a file without annotations: maps merge, all else is replaced
  annotations::SchemaDialect dialect = annotations::SchemaDialect::kReleased;
};

// The documents of all inputs by what they are for, each kind in the order of the inputs.
struct Documents {
  std::vector<schemas::AnnotatedSchema> schemas;
  std::vector<ValuesDocument> values;
  bool schema_failed = false;  // a schema file could not be read or run
};

// Reads and runs the files that hold schemas and values; templates are left alone. A plain file counts as
// values unless the set has templates or `--data-values-file`: then, as with ytt, it is output.
Documents SortDocuments(const Options& options, const std::vector<Input>& inputs, Session& session);

}  // namespace kval::driver
