#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/source/file_reader.h"
#include "src/support/result.h"

namespace kval::project {

// The location of a project relative to the working directory.
struct Location {
  std::string file;    // "../.kval.yaml"
  std::string prefix;  // "../": stands before the project's own paths; empty in the working folder
  std::string folder;  // the working directory, absolute; empty if unknown
  std::string repository =
      {};                 // "../.git": ended the search for the file; empty if it is in the working folder
  bool is_found = false;  // found, not named: it must be in the project's directory

  // The project's directory: ".", "../..", "deploy".
  std::string root() const;
  // Converts a path of the project to one relative to the working directory.
  std::string FromHere(std::string_view path) const;
  // Converts a path relative to the working directory to a normalized path of the project. Nullopt if it is
  // outside.
  std::optional<std::string> Inside(std::string_view path) const;
};

// Finds the project file for the absolute directory `folder`: `.kval.yaml` or `kval.yaml` there or in the
// nearest parent, up to the root of the repository. Does not search above a directory outside of any
// repository, which may belong to someone else. Errors: a directory has both.
Result<std::optional<Location>> FindProject(source::FileReader& reader, const std::string& folder);

// The project of a file that the user named.
Location LocationOf(const std::string& file, const std::string& folder);

// `path` without empty parts, `.` and `..`; nothing when it begins at the root of the system or leads above
// where it begins.
std::optional<std::string> Normalized(std::string_view path);

}  // namespace kval::project
