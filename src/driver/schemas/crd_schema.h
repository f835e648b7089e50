#pragma once

#include "src/driver/documents.h"
#include "src/driver/driver_options.h"
#include "src/driver/libraries/library_values.h"
#include "src/driver/schemas/set_schema.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// A set with CustomResourceDefinitions as schemas. Values are resources, each validated by its kind's
// definition as in the API server, after merging layers with the same kind, name and namespace; built-in
// kinds as in the newest supported Kubernetes version. Definitions are validated too.
source::Span FindDefinitions(const Documents& documents, const Session& session);
CompiledSet CompileDefinitions(const Documents& documents, const SuppliedDocuments& given,
                               const DriverOptions& options, source::FileReader& reader, Session& session);

}  // namespace kval::driver
