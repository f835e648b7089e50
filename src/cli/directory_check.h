#pragma once

#include <optional>
#include <string>

#include "src/cli/command.h"
#include "src/cli/input_options.h"
#include "src/cli/project_check.h"
#include "src/cli/report_options.h"
#include "src/cli/run_with_fixes.h"

namespace kval::cli {

// Checks a directory without a project file that is a chart or has charts below it, as a project with the
// checks that `kval init` proposes there; schemas that init would write are left out. Files of such
// directories have no schema in common. Files that no check includes are a note. Returns nullopt for other
// directories, and if nothing is proposed. Refuses a directory with a project file, which would be ignored.
std::optional<CheckResult> CheckDirectory(const std::string& directory, ProjectCheck check,
                                          const InputOptions& inputs, const ReportOptions& report,
                                          const ProcessEnvironment& environment, CommandOutput& output);

}  // namespace kval::cli
