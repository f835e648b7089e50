#pragma once

#include <functional>
#include <string>
#include <vector>

#include "src/project/detect_manifests.h"
#include "src/project/detect_sets.h"

namespace kval::project {

// Returns the part of a project file with a check for each built-in schema that validates some of the files,
// by their names; empty without any. Skips files of sets, manifests and templates. `files` and `begin_of` as
// in DetectSets.
std::string WriteBuiltinChecks(const std::vector<std::string>& files,
                               const std::function<std::string(const std::string& path)>& begin_of,
                               const std::vector<DetectedSet>& sets, const DetectedManifests& manifests);

}  // namespace kval::project
