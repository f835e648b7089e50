#pragma once

#include "src/driver/documents.h"
#include "src/driver/libraries/library_values.h"
#include "src/driver/options.h"
#include "src/driver/schemas/set_schema.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// A set whose schemas are CustomResourceDefinitions. Its values are resources, each judged by the definition
// of its kind as the API server does, after layers about the same one (kind, name, namespace) were merged;
// Kubernetes' own kinds are judged as in its newest version that kval knows. The definitions are judged
// themselves.
source::Span FindDefinitions(const Documents& documents, const Session& session);
CompiledSet CompileDefinitions(const Documents& documents, const Given& given, const Options& options,
                               source::FileReader& reader, Session& session);

}  // namespace kval::driver
