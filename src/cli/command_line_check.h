#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/file_snapshot.h"
#include "src/cli/input_options.h"
#include "src/cli/report_options.h"
#include "src/cli/run_with_fixes.h"

namespace kval::cli {

// A check declared by command-line options.
struct CommandLineCheck {
  InputOptions inputs;
  ReportOptions report;
  std::vector<std::string> paths;             // validated one by one
  bool each = false;                          // no path is a schema, whatever it holds
  size_t jobs = 0;                            // of `each`; 0: as many as processors
  bool yaml_only = false;                     // without a schema
  bool allow_unchecked = false;               // files that are neither schema nor values are not errors
  bool considers_projects = true;             // whether a project file would have been found: for words
  bool only_lists = false;                    // print the plan and run nothing
  bool lists_chart = false;                   // with `only_lists`: the only path is a chart
  std::vector<std::string> definitions = {};  // of custom resources, for the manifests among the paths
  FileSnapshot* looked = nullptr;             // records the files that influence the result; may be null
  // Runs other checks of the same paths, in a new session, where they hold several schemas that no set can
  // have. Returns nullopt if there are none. May be empty.
  std::function<std::optional<CheckResult>()> check_separately = {};
};

// Runs the check once in a new session, which is stored in `output`. `strings` overrides files on disk.
CheckResult RunCommandLineCheck(const CommandLineCheck& check, const TextOverrides& strings,
                                const ProcessEnvironment& environment, CommandOutput& output);

}  // namespace kval::cli
