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

// What a check came to, whose findings are in the output's session.
struct Checked {
  std::optional<int> refused;            // the status, when that was all
  std::optional<policy::Policy> policy;  // chooses among the findings; nothing where nothing was checked
  ExitStatus on_error = kFindings;
  size_t file_count = 0;
  ReportOptions report;  // as the project would have them
  // What the files were checked against, for the line that says so on success: "against 3 schemas". Empty: no
  // such line.
  std::string against = {};
};

// "3 files", "1 file".
std::string Count(size_t count, std::string_view noun);

// Makes the check once, in a session of its own that it sets in `output`; the texts stand in the place of
// files.
using CheckOnce = std::function<Checked(const Texts& texts, Output& output)>;

// Makes the check and writes what was found; gives the exit status. Before that, when it is asked for, it
// repairs what it can and checks again, until nothing is left to repair: a repair after which something is
// found that was not there before is taken back. `--fix` then writes the files, `--diff` shows what changes.
int RunCheckWithFixes(const FixOptions& options, const CheckOnce& check, const Environment& environment,
                      Output& output);

}  // namespace kval::cli
