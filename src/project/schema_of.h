#pragma once

#include <string>
#include <vector>

#include "src/driver/session.h"
#include "src/project/find.h"
#include "src/source/file_reader.h"

namespace kval::project {

// The files of the schema that a file of values is judged by, as people in the working folder call them: of
// the first check that has the file among its values or documents; of a chart its values.schema.json. None
// where no check has one (manifests have none of their own), or the project file cannot be used.
//
// `path` is the project's. What is wrong with the project is reported in `session`.
std::vector<std::string> SchemaOf(const std::string& path, const Location& location,
                                  source::FileReader& reader, driver::Session& session);

}  // namespace kval::project
