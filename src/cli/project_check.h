#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/input_options.h"
#include "src/cli/report_options.h"
#include "src/cli/run_with_fixes.h"
#include "src/cli/snapshot_reader.h"
#include "src/driver/kubernetes/passed_manifests.h"
#include "src/project/find.h"

namespace kval::cli {

// The options that say which project a command is about.
struct ProjectOptions {
  std::string config;  // --config; empty: the one that is found
  bool no_config = false;
};

void AddProjectOptions(CommandApp& app, ProjectOptions& options);

// Returns the requested project, or the one found from the working directory (project/find.h); nullopt if
// there is none. Errors: it does not exist, or it was found and belongs to another user.
Result<std::optional<project::ProjectLocation>> LocateProject(const ProjectOptions& options,
                                                              const ProcessEnvironment& environment);

// Options of `kval check` for a project.
struct ProjectCheck {
  std::vector<std::string> paths;  // none: all of it
  size_t jobs = 0;
  bool only_lists = false;       // --list
  bool strict_coverage = false;  // --strict-coverage
  bool ignores_rules = false;    // --no-project-rules
  bool allow_unchecked = false;
  bool notes_uncovered = false;       // whether YAML files that belong to no check are a note
  std::vector<std::string> left_out;  // other notes about what is not checked
  FileSnapshot* looked = nullptr;     // records the files that influence the result
  // As project::RunOptions.
  std::map<std::string, driver::PassedManifests>* passed = nullptr;
  // Receives the paths that belong to no check, which are then not reported; may be null.
  std::vector<std::string>* uncovered = nullptr;
};

// Runs or lists the checks of the project file at `location`, in a new session.
CheckResult CheckProject(const project::ProjectLocation& location, const ProjectCheck& check,
                         const TextOverrides& strings, const InputOptions& inputs,
                         const ReportOptions& report, const ProcessEnvironment& environment,
                         CommandOutput& output);

}  // namespace kval::cli
