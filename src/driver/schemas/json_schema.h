#pragma once

#include "src/driver/documents.h"
#include "src/driver/driver_options.h"
#include "src/driver/libraries/library_values.h"
#include "src/driver/schemas/set_schema.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// A set with a JSON Schema. Values are merged in order, completed if the schema requests it
// (`x-kval-values`), and validated as a whole.
source::Span FindJsonSchema(const Documents& documents, const Session& session);
// The same into another model than the session's.
CompiledSet CompileJsonInto(types::Model& model, const Documents& documents, const DriverOptions& options,
                            source::FileReader& reader, Session& session);
CompiledSet CompileJsonSet(const Documents& documents, const SuppliedDocuments& given,
                           const DriverOptions& options, source::FileReader& reader, Session& session);

}  // namespace kval::driver
