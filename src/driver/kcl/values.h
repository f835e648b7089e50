#pragma once

#include "src/driver/documents.h"
#include "src/driver/driver_options.h"
#include "src/driver/libraries/library_values.h"
#include "src/driver/schemas/set_schema.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

// A set whose schema is a KCL program.
namespace kval::driver {

// Merges all layers over the schema's defaults. After each layer all but missing keys is checked; missing
// keys after the last. Computed attributes, rules and the program's asserts apply to the result.
source::Span FindKcl(const Documents& documents, const Session& session);
// The same for these files, into another model than the session's.
CompiledSet CompileKclInto(types::Model& model, std::vector<std::string> files, const DriverOptions& options,
                           source::FileReader& reader, Session& session);
CompiledSet CompileKclSet(const Documents& documents, const SuppliedDocuments& given,
                          const DriverOptions& options, source::FileReader& reader, Session& session);

}  // namespace kval::driver
