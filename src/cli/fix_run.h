#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/replaced_reader.h"
#include "src/cli/report_options.h"
#include "src/policy/judgement.h"

namespace kval::cli {

struct FixOptions {
  bool fix = false;
  bool diff = false;

  bool is_asked() const { return fix || diff; }
};

void AddFixOptions(CommandApp& app, FixOptions& options);

// The result of a check, whose findings are in the output's session.
struct Checked {
  std::optional<int> refused;            // the status, when that was all
  std::optional<policy::Policy> policy;  // chooses among the findings; nothing where nothing was checked
  ExitStatus on_error = kFindings;
  size_t file_count = 0;
  ReportOptions report;  // as the project would have them
  // The schemas used, for the success message: "against 3 schemas". Empty: no message.
  std::string against = {};
};

// "3 files", "1 file".
std::string Count(size_t count, std::string_view noun);

// Runs the check once in a new session, which is stored in `output`. `texts` overrides files on disk.
using CheckOnce = std::function<Checked(const Texts& texts, Output& output)>;

// Runs the check and writes findings; returns the exit code. If requested, first applies fixes and checks
// again until none is left: a fix that causes new findings is reverted. `--fix` then writes the files,
// `--diff` shows the changes.
int RunCheckWithFixes(const FixOptions& options, const CheckOnce& check, const Environment& environment,
                      Output& output);

}  // namespace kval::cli
