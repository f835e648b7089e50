#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "src/cli/command.h"
#include "src/cli/override_reader.h"
#include "src/cli/report_options.h"
#include "src/policy/filter.h"

namespace kval::cli {

struct FixOptions {
  bool fix = false;
  bool diff = false;

  bool is_requested() const { return fix || diff; }
};

void AddFixOptions(CommandApp& app, FixOptions& options);

// The result of a check, whose findings are in the output's session.
struct CheckResult {
  std::optional<int> refused;            // the status, when that was all
  std::optional<policy::Policy> policy;  // selects findings; empty if nothing was checked
  ExitStatus on_error = kFindings;
  size_t file_count = 0;
  ReportOptions report;  // as the project would have them
  // The schemas used, for the success message: "against 3 schemas". Empty: no message.
  std::string against = {};
};

// The result of a check that did not run.
inline CheckResult Refused(int status) {
  CheckResult checked;
  checked.refused = status;
  return checked;
}

// Returns a count with a noun: "3 files", "1 file".
std::string Count(size_t count, std::string_view noun);

// Runs the check once in a new session, which is stored in `output`. `strings` overrides files on disk.
using CheckOnce = std::function<CheckResult(const TextOverrides& strings, CommandOutput& output)>;

// Runs the check and writes findings; returns the exit code. If requested, first applies fixes and checks
// again until none is left: a fix that causes new findings is reverted. `--fix` then writes the files,
// `--diff` shows the changes.
int RunCheckWithFixes(const FixOptions& options, const CheckOnce& check,
                      const ProcessEnvironment& environment, CommandOutput& output);

}  // namespace kval::cli
