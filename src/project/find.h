#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/source/file_reader.h"
#include "src/support/result.h"

namespace kval::project {

// The location of a project relative to the working directory.
struct ProjectLocation {
  std::string file;       // "../.kval.yaml"
  std::string prefix;     // "../": precedes the paths of the project file; empty in the working directory
  std::string directory;  // the working directory, absolute; empty if unknown
  std::string repository = {};  // "../.git": where the search ended; empty if it is in the working directory
  bool is_found =
      false;  // found by search, not named by a flag: paths must be inside the project's directory

  // The project's directory: ".", "../..", "deploy".
  std::string root() const;
  // Converts a path of the project to one relative to the working directory. Addresses and names of built-in
  // schemas stay as they are.
  std::string FromHere(std::string_view path) const;
  // Converts a path relative to the working directory to a normalized path of the project. Nullopt if it is
  // outside.
  std::optional<std::string> Inside(std::string_view path) const;
};

// Whether a file name is that of a project file: `.kval.yaml` or `kval.yaml`.
bool IsProjectFileName(std::string_view name);

// Finds the project file for the absolute directory `directory`: `.kval.yaml` or `kval.yaml` there or in the
// nearest parent, up to the root of the repository. Outside of a repository only `directory` is searched,
// because its parents may belong to another user. Errors: a directory has both files.
Result<std::optional<ProjectLocation>> FindProject(source::FileReader& reader, const std::string& directory);

// Returns the location of a project file that the user named.
ProjectLocation LocationOf(const std::string& file, const std::string& directory);

// Returns `path` without empty components, `.` and `..`; nullopt for an absolute path or one that leads
// outside its starting directory.
std::optional<std::string> Normalized(std::string_view path);

}  // namespace kval::project
