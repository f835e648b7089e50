#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/source/file_reader.h"
#include "src/support/result.h"

namespace kval::project {

// Where a project lies, seen from the working folder.
struct Location {
  std::string file;    // "../.kval.yaml"
  std::string prefix;  // "../": stands before the project's own paths; empty in the working folder
  std::string folder;  // the working folder itself, absolute; empty when that is not known
  std::string repository =
      {};                 // "../.git": ended the search for the file; empty if it is in the working folder
  bool is_found = false;  // nobody named the file: it must lie in the project's folder itself

  // The project's folder: ".", "../..", "deploy".
  std::string root() const;
  // A path of the project as people in the working folder call it.
  std::string FromHere(std::string_view path) const;
  // A path as it was given in the working folder, or that FromHere made, as the project calls it: without `.`
  // and `..`. Nothing when it leads out of the project.
  std::optional<std::string> Inside(std::string_view path) const;
};

// The project file of the working folder `folder` (absolute): `.kval.yaml` or `kval.yaml` there or in the
// nearest folder above it, up to the root of the repository. Above a folder that is in no repository nothing
// is looked for: what lies there is someone else's. A failure when a folder has both.
Result<std::optional<Location>> FindProject(source::FileReader& reader, const std::string& folder);

// The project of a file that the user named.
Location LocationOf(const std::string& file, const std::string& folder);

// `path` without empty parts, `.` and `..`; nothing when it begins at the root of the system or leads above
// where it begins.
std::optional<std::string> Normalized(std::string_view path);

}  // namespace kval::project
