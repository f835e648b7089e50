#pragma once

#include <map>
#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/source/source_file.h"

namespace kval::kcl {

// A package that a kcl.mod asks for.
struct Dependency {
  std::string path;                  // of its folder; empty when it comes from a registry or a repository
  std::vector<std::string> folders;  // else the names that its folder has where packages are kept: `k8s_1.31`
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

// Reads a kcl.mod. Reports what is no TOML, and values of another type than they must have; what it does not
// know is left out.
ModuleFile ReadModuleFile(const source::SourceFile& file, size_t most_depth, diag::Emitter& emitter);

}  // namespace kval::kcl
