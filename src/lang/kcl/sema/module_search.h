#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/kcl/sema/diagnostics.h"
#include "src/lang/kcl/sema/load.h"
#include "src/lang/kcl/sema/module_file.h"
#include "src/lang/kcl/sema/program.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"

// Private to the semantic library: resolves imports. Reads directories and kcl.mod files, no programs.
namespace kval::kcl {

struct ModuleLocation {
  std::string path;  // directory or file
  bool is_directory = false;
  std::string package;  // its dotted path
  size_t root = 0;      // the root that its own imports start from
};

// Finds modules below roots: the program's root, and the roots of external packages as they are found. Unless
// LoadOptions::reads_outside is set, nothing outside a root is found, neither by `..` nor by a link, except
// files that the caller named. Files are opened so that this holds despite concurrent changes.
class ModuleSearch {
 public:
  ModuleSearch(Program& program, source::SourceMap& sources, source::FileReader& reader,
               const LoadOptions& options, diag::Emitter& emitter);

  // Makes the nearest directory with a kcl.mod, from `directory` upwards, the first root; `directory` itself
  // if there is none.
  void FindFirstRoot(const std::string& directory);
  const std::string& DirectoryOfRoot(size_t root) const { return roots_[root].directory; }
  // Loads a file that was found in a directory, and must be below it unless LoadOptions::reads_outside.
  Result<const source::SourceFile*> LoadFound(const std::string& path, const std::string& directory) const;

  // A file or directory given as a program, with `${name:KCL_MOD}` expanded, and the root of its imports.
  // Requires the first root.
  struct EntryLocation {
    std::string path;
    size_t root = 0;
    std::string below;  // the directory it was found in; empty for paths from the user
  };
  // A path given as a program: its location if a file names it, and the directory that must contain paths
  // outside packages. Without location and directory it is an argument.
  struct NamedEntry {
    const std::string& entry;
    source::Span at;
    std::string_view below;
  };
  // Returns the location for findings; a command-line argument is located in a separate source.
  source::Span PlaceOf(const NamedEntry& named);
  // Returns whether `named` may refer to `path`. Paths from the command line may refer to any file.
  bool MayName(const NamedEntry& named, const std::string& path) const;
  // Returns nullopt after reporting a package that does not exist, or a file that refers to a location
  // outside its root.
  std::optional<EntryLocation> FindEntry(const NamedEntry& named);

  // Returns the files of a directory given as a program, or of a package directory. Requires the first root.
  std::vector<EntryLocation> FilesOf(const EntryLocation& directory);
  std::vector<std::string> FilesOfPackage(const std::string& directory, size_t root, source::Span import);
  // Returns false if the import cannot be resolved; the last of Program::missing has the reason.
  bool FindRelative(size_t root, const std::string& from_file, const ImportStmt& import,
                    ModuleLocation& place);
  bool FindAbsolute(size_t root, const ImportStmt& import, ModuleLocation& place);

  // The text of an import: `..a.b`.
  std::string TextOf(const ImportStmt& import) const;

 private:
  // A directory from which absolute imports start, with the content of its kcl.mod.
  struct Root {
    std::string directory;
    std::string name;    // of the package, empty without a kcl.mod
    std::string prefix;  // of its packages' paths: empty for the program's own root
    std::map<std::string, Dependency> dependencies;  // by name
  };

  const ModuleFile& ModuleFileOf(const std::string& directory);
  std::vector<EntryLocation> ProfileFiles(const EntryLocation& directory);
  std::optional<EntryLocation> FindProfileEntry(const EntryFile& entry, const EntryLocation& directory);
  std::optional<size_t> FindPackage(size_t root, const std::string& name, const std::string& expected_as,
                                    source::Span at, diag::Kind kind);
  size_t AddRoot(const std::string& directory, const std::string& prefix);
  bool MayRead(const std::string& path, const std::string& root) const;
  bool FindAt(const std::string& base, const std::string& root, const ImportStmt& import,
              ModuleLocation& place);
  void ReportFoundTwice(const Root& root, const std::string& name, const ImportStmt& import,
                        const std::string& inside);
  bool FindExternal(size_t root, const std::string& name, const ImportStmt& import, ModuleLocation& place);
  bool FindPath(const Root& root, const std::string& name, std::string& directory);
  bool FindCached(const Root& root, const std::string& name, source::Span at, std::string& directory);
  std::string Slashed(const ImportStmt& import, size_t first) const;
  std::string Dotted(const Root& root, const std::string& path);
  std::string_view FirstOf(const ImportStmt& import) const {
    return program_.ast.names.Text(import.path[0].symbol);
  }
  void ReportMissing(const ImportStmt& import, const std::string& text);
  void ReportOutside(source::Span at, std::string text, std::string hint);
  void Advise(const Root& root, const ImportStmt& import);

  Program& program_;
  source::SourceMap& sources_;
  source::FileReader& reader_;
  const LoadOptions& options_;
  diag::Emitter& emitter_;
  Diagnostics diagnostics_;
  std::vector<Root> roots_;
  std::map<std::string, ModuleFile> module_files_;  // by directory
  bool is_reported_ = false;                        // of the import in work
};

}  // namespace kval::kcl
