#pragma once

#include <map>
#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/source/source_file.h"

namespace kval::kcl {

// A dependency in a kcl.mod.
struct Dependency {
  std::string path;                  // of its directory; empty if from a registry or a repository
  std::vector<std::string> folders;  // else its possible names in the package directories: `k8s_1.31`
  source::Span at;
};

// A file of [profile] entries.
struct ProfileEntry {
  std::string path;
  source::Span at;
};

// What kval needs of a kcl.mod.
struct ModuleFile {
  std::string name;                                // [package] name
  std::map<std::string, Dependency> dependencies;  // [dependencies], by name
  std::vector<ProfileEntry> entries;               // [profile] entries
};

// Reads a kcl.mod. Reports invalid TOML and values of the wrong type; ignores unknown keys.
ModuleFile ReadModuleFile(const source::SourceFile& file, size_t most_depth, diag::Emitter& emitter);

}  // namespace kval::kcl
