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

// What a check of one group of a proposed project file came to.
struct GroupTrial {
  bool is_usable = true;                   // false: the check would end with the exit code 2
  std::string reason;                      // why not, with the place
  std::vector<std::string> unknown_kinds;  // apiVersion/KIND of custom resources without a schema, sorted
};

// Checks a project that is not written yet, group by group in the order of the file. `texts` has the project
// file at `project_file` and the schemas that it names. Empty when the project file itself is faulty.
std::vector<GroupTrial> TryProject(const std::string& project_file, const Texts& texts,
                                   source::FileReader& reader, const Environment& environment,
                                   const Limits& limits);

}  // namespace kval::cli
