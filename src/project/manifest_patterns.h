#pragma once

#include <string>
#include <vector>

namespace kval::project {

// A YAML file of a repository: a manifest, or one that the patterns must not find.
struct ClassifiedFile {
  std::string path;
  bool is_manifest;
};

// Patterns of a project file.
struct ManifestPatterns {
  std::vector<std::string> files;    // sorted
  std::vector<std::string> exclude;  // sorted: files, directories, and names at any depth
};

// Returns patterns that find the manifests and none of the other files. A directory is named as a whole, for
// future manifests, if it contains nothing else, or if excluding the rest takes fewer patterns than naming
// the manifests, which are the majority; never the project's root.
//
// Cost: files times directory levels.
ManifestPatterns ChoosePatterns(const std::vector<ClassifiedFile>& files);

}  // namespace kval::project
