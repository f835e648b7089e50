#pragma once

#include <string>
#include <vector>

#include "src/project/plan.h"
#include "src/project/project_files.h"

namespace kval::project {

// Returns the YAML files of the project, without excluded ones, that no check includes and that are not part
// of a checked chart. Sorted. Skips hidden directories.
std::vector<std::string> UncoveredFiles(const std::vector<Check>& checks, ProjectFiles& tree);
// The same for JSON Schemas, by their names.
std::vector<std::string> UncoveredSchemas(const std::vector<Check>& checks, ProjectFiles& tree);

}  // namespace kval::project
