#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/project/find.h"
#include "src/source/file_reader.h"

namespace kval::driver {
struct Session;
}

namespace kval::project {

// The files of the checks that a file is a part of, directly or through other files of these checks; the
// files of a chart are part of its checks. Paths are relative to the working directory.
struct RelatedFiles {
  std::vector<std::string> schemas;  // each once, in the order of the checks
  std::vector<std::string> values;   // the same
  std::vector<std::string> flags;    // of the checks, as on the command line
  bool has_several_schemas = false;  // the checks do not all use the same schema files
  bool has_chart = false;            // one of them is about a chart
};

// Returns nullopt if no check includes the file; checks of manifests do not count. `path` is relative to the
// project. Errors of the project are reported in `session`.
std::optional<RelatedFiles> FindRelatedFiles(const std::string& path, const ProjectLocation& location,
                                             source::FileReader& reader, driver::Session& session);

}  // namespace kval::project
