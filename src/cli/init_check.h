#pragma once

#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/override_reader.h"
#include "src/diag/diagnostic.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"
#include "src/support/limits.h"

namespace kval::cli {

// Returns `FILE:LINE: ` for a finding, with `directory` before the file; empty if it has no location.
std::string LocationPrefix(const diag::Diagnostic& finding, const driver::Session& session,
                           const std::string& directory);

// The result of checking one group of a proposed project file.
struct GroupCheckResult {
  bool is_usable = true;                   // false: the check would end with the exit code 2
  std::string reason;                      // why not, with the place
  std::vector<std::string> unknown_kinds;  // apiVersion/KIND of custom resources without a schema, sorted
};

// Checks a project before its files are written, group by group. `strings` contains the project file
// `project_file` and its schemas; `directory` precedes the paths in reasons. Returns an empty vector if the
// project file is invalid.
std::vector<GroupCheckResult> CheckProposedProject(const std::string& project_file,
                                                   const std::string& directory, const TextOverrides& strings,
                                                   source::FileReader& reader,
                                                   const ProcessEnvironment& environment,
                                                   const Limits& limits);

// Returns the YAML files that no check of the proposed project reads, sorted. `strings` as above. Empty if
// the project file is invalid.
std::vector<std::string> FilesWithoutCheck(const std::string& project_file, const TextOverrides& strings,
                                           source::FileReader& reader, const ProcessEnvironment& environment,
                                           const Limits& limits);

}  // namespace kval::cli
