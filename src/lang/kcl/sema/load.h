#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/kcl/sema/program.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"
#include "src/support/limits.h"

namespace kval::kcl {

// The name of the package that a program begins with.
inline constexpr std::string_view kMainPackage = "__main__";

struct LoadOptions {
  // The files of the main package; a directory stands for its files, or for those that the `entries` of its
  // kcl.mod name.
  std::vector<std::string> entries;
  // Where a file names an entry, and the folder below which it may name them.
  struct EntrySource {
    source::Span at;
    std::string below;
  };
  // One for each of the first entries; those without a place are shown as arguments.
  std::vector<EntrySource> entry_sources;
  // Of entries that were found, not named, the folder that they must lie in.
  std::map<std::string, std::string> found_below;
  // Texts that belong to the main package too, behind the files.
  std::vector<const source::SourceFile*> texts;
  // External packages by name (`-E name=path`).
  std::map<std::string, std::string> externals;
  // Folders where packages are kept, for the dependencies of a kcl.mod that have a version.
  std::vector<std::string> package_homes;
  // Whether a kcl.mod, a settings file or a link may lead out of the root of its package.
  bool reads_outside = false;
  // The files of an earlier load into the same sources are not read again: their places stay the same.
  const Program* known = nullptr;
  // How deeply a kcl.mod may nest.
  size_t toml_depth = Limits().toml_depth;
  // The bytes that the program's own trees and types may take: what is beyond is not read (KV024).
  uint64_t memory = Limits().kcl_memory;
};

// Reads and parses the main package and all that it imports, and binds the names of imports. Reports what
// cannot be read or found, cyclic imports, and all syntax errors; the program is what could be read.
//
// The root, from which absolute imports start, is the nearest folder with a kcl.mod, else the first entry's
// folder. Imports never leave the root of their package.
void Load(Program& program, source::SourceMap& sources, source::FileReader& reader,
          const LoadOptions& options, diag::Emitter& emitter);

// The nearest folder with a kcl.mod, from `directory` upwards; nothing without.
std::optional<std::string> ModuleFolder(source::FileReader& reader, std::string directory);

// The files of a package in a folder: `*.k` but `_*.k` and `*_test.k`.
std::vector<std::string> PackageFiles(source::FileReader& reader, const std::string& directory);

}  // namespace kval::kcl
