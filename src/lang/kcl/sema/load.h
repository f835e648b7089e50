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
  // The files of the main package; a directory denotes its files, or the `entries` of its kcl.mod.
  std::vector<std::string> entries;
  // The file and location that name an entry, and the directory that must contain it.
  struct EntrySource {
    source::Span at;
    std::string below;
  };
  // One for each of the first entries; those without a place are shown as arguments.
  std::vector<EntrySource> entry_sources;
  // For entries that were found rather than named: the directory that must contain them.
  std::map<std::string, std::string> found_below;
  // Sources that also belong to the main package, after the files.
  std::vector<const source::SourceFile*> strings;
  // External packages by name (`-E name=path`).
  std::map<std::string, std::string> externals;
  // Package directories, for the dependencies of a kcl.mod that have a version.
  std::vector<std::string> package_homes;
  // Whether a kcl.mod, a settings file or a link may refer to files outside the root of its package.
  bool reads_outside = false;
  // An earlier load into the same sources. Its files are not read again, so that locations stay the same.
  const Program* known = nullptr;
  // The maximum nesting depth of a kcl.mod.
  size_t toml_depth = Limits().toml_depth;
  // Whether the program records all uses of members (Program::member_uses).
  bool records_member_uses = false;
  // Maximum bytes of the program's syntax trees and types; the rest is not read (KV024).
  uint64_t memory = Limits().kcl_memory;
};

// Reads and parses the main package and all its imports, and binds the names of imports. Reports unreadable
// and missing files, cyclic imports, and all syntax errors; the program contains the files that were read.
//
// The root, from which absolute imports start, is the nearest directory with a kcl.mod, else the first
// entry's directory. Imports never leave the root of their package.
void Load(Program& program, source::SourceMap& sources, source::FileReader& reader,
          const LoadOptions& options, diag::Emitter& emitter);

// Returns the nearest directory with a kcl.mod, from `directory` upwards; nullopt if there is none.
std::optional<std::string> ModuleDirectory(source::FileReader& reader, std::string directory);

// Returns the files of a package directory: `*.k` except `_*.k` and `*_test.k`.
std::vector<std::string> PackageFiles(source::FileReader& reader, const std::string& directory);

}  // namespace kval::kcl
