#pragma once

#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/replaced_reader.h"
#include "src/diag/diagnostic.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"
#include "src/support/limits.h"

namespace kval::cli {

// `FILE:LINE: ` of a finding; empty when it has no place.
std::string PlaceOf(const diag::Diagnostic& finding, const driver::Session& session);

// The result of checking one group of a proposed project file.
struct GroupTrial {
  bool is_usable = true;                   // false: the check would end with the exit code 2
  std::string reason;                      // why not, with the place
  std::vector<std::string> unknown_kinds;  // apiVersion/KIND of custom resources without a schema, sorted
};

// Checks a project before its files are written, group by group. `texts` contains the project file
// `project_file` and its schemas. Returns an empty vector if the project file is invalid.
std::vector<GroupTrial> TryProject(const std::string& project_file, const Texts& texts,
                                   source::FileReader& reader, const Environment& environment,
                                   const Limits& limits);

}  // namespace kval::cli
