#pragma once

#include <functional>
#include <string>
#include <vector>

#include "src/project/detect_sets.h"
#include "src/project/manifest_patterns.h"

namespace kval::project {

// The manifests of a repository, as a project file names them.
struct DetectedManifests {
  ManifestPatterns patterns;
  std::vector<std::string> files;   // the manifests that they find
  std::vector<std::string> hidden;  // directories such as `.archive` whose manifests they do not find; sorted
  // For the project file, which others find out: files and directories with definitions of custom resources,
  // and the kinds (apiVersion/KIND) that have no schema.
  std::vector<std::string> definitions;
  std::vector<std::string> unknown_kinds;
};

// Finds YAML files that begin like Kubernetes resources, and kustomizations, without files of charts and sets
// and templates. Hidden files and directories, such as those of tests, count only if there are no manifests
// elsewhere.
// `files` and `begin_of` as in Propose.
DetectedManifests DetectManifests(const std::vector<std::string>& files,
                                  const std::function<std::string(const std::string& path)>& begin_of,
                                  const std::vector<DetectedSet>& sets);

// Returns the content of the project file for the sets and the manifests.
std::string WriteProject(const std::vector<DetectedSet>& sets, const DetectedManifests& manifests);

}  // namespace kval::project
