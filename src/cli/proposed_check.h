#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/input_options.h"
#include "src/cli/project_check.h"
#include "src/cli/report_options.h"
#include "src/cli/run_with_fixes.h"

namespace kval::cli {

// Checks paths without a project file, as a project with the checks that `kval init` proposes there; schemas
// that init would write are left out. For a directory that is a chart or has charts below it, where files
// have no schema in common, and for files of charts: values, templates and Chart.yaml. Files of the directory
// that no check includes are a note. Returns nullopt for other paths, and if nothing is proposed. Refuses a
// directory with a project file, which would be ignored, and files of charts that cannot be checked. A file
// among `paths` that no check includes is an error. `any_directory`: also for a directory without charts.
// `strings` replace the content of files.
std::optional<CheckResult> CheckProposed(const std::vector<std::string>& paths, bool any_directory,
                                         ProjectCheck check, TextOverrides strings,
                                         const InputOptions& inputs, const ReportOptions& report,
                                         const ProcessEnvironment& environment, CommandOutput& output);

}  // namespace kval::cli
