#pragma once

#include <map>
#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/source/source_file.h"

namespace kval::kcl {

// A dependency in a kcl.mod.
struct Dependency {
  std::string path;                      // of its directory; empty if from a registry or a repository
  std::vector<std::string> directories;  // else its possible names in the package directories: `k8s_1.31`
  source::Span at;
};

// A file of [profile] entries.
struct EntryFile {
  std::string path;
  source::Span at;
};

// The parts of a kcl.mod that kval uses.
struct ModuleFile {
  std::string name;                                // [package] name
  std::map<std::string, Dependency> dependencies;  // [dependencies], by name
  std::vector<EntryFile> entries;                  // [profile] entries
};

// Reads a kcl.mod. Reports invalid TOML and values of the wrong type; ignores unknown keys.
ModuleFile ReadModuleFile(const source::SourceFile& file, size_t most_depth, diag::Emitter& emitter);

}  // namespace kval::kcl
