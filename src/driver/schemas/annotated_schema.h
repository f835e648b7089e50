#pragma once

#include "src/driver/documents.h"
#include "src/driver/driver_options.h"
#include "src/driver/libraries/library_values.h"
#include "src/driver/schemas/set_schema.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

// Schemas of annotated YAML.
namespace kval::driver {

// Returns the location of the set's first annotated schema; without value if there is none.
source::Span FindAnnotated(const Documents& documents, const Session& session);
// The same into another model than the session's.
CompiledSet CompileAnnotatedInto(types::Model& model, const Documents& documents,
                                 const SuppliedDocuments& given, const DriverOptions& options,
                                 Session& session);
CompiledSet CompileAnnotatedSet(const Documents& documents, const SuppliedDocuments& given,
                                const DriverOptions& options, source::FileReader& reader, Session& session);

}  // namespace kval::driver
