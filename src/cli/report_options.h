#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/driver/session.h"

namespace kval::cli {

// The options that say how findings are written.
struct ReportOptions {
  std::vector<std::string> formats;  // FORMAT or FORMAT:PATH
  std::string color = "auto";
  std::string max_diagnostics = "200";
  bool error_on_warnings = false;
  bool exit_zero = false;
  bool quiet = false;
};

// Whether to write colours: `choice` (auto, always, never), then NO_COLOR, then FORCE_COLOR or a terminal.
bool WantsColor(const std::string& choice, const Environment& environment, bool is_terminal);

// `with_formats`: whether `-o` names the formats of findings (for check) or is the command's own.
void AddReportOptions(CLI::App& app, ReportOptions& options, bool with_formats);

// Writes the session's findings to `output` (people's formats to `people`, machine formats to out) or to
// files. A message and false when that is not possible.
bool WriteFindings(const ReportOptions& options, const driver::Session& session, size_t file_count,
                   const Environment& environment, std::string& people, bool people_is_terminal,
                   Output& output, std::string& message);

// The exit status that the findings ask for, `otherwise` when there is no error.
int StatusOf(const ReportOptions& options, const driver::Session& session, int on_error);

}  // namespace kval::cli
