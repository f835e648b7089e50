#pragma once

#include <string>
#include <vector>

#include "src/driver/session.h"
#include "src/project/find.h"
#include "src/source/file_reader.h"

namespace kval::project {

// Returns the files of the schema that validates a values file, relative to the working directory: of the
// first check with the file among its values or documents; for a chart its values.schema.json. Empty if there
// is none (manifests), or the project file is unusable.
//
// `path` is relative to the project. Errors of the project are reported in `session`.
std::vector<std::string> FindSchemaFor(const std::string& path, const ProjectLocation& location,
                                       source::FileReader& reader, driver::Session& session);

}  // namespace kval::project
