#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/command.h"
#include "src/policy/filter.h"

namespace kval::cli {

// The options that say how findings are written.
struct ReportOptions {
  std::vector<std::string> formats;  // FORMAT or FORMAT:PATH
  std::string color = "auto";
  std::string max_diagnostics;  // empty: 200 on standard output, all in files
  std::vector<std::string> select, ignore, severity;
  std::string baseline, write_baseline;
  std::string timeout;
  bool annotates = false;  // set automatically in CI systems that show annotations
  bool statistics = false;
  bool no_ignore = false;  // comments that ignore rules are not obeyed
  bool error_on_warnings = false;
  bool exit_zero = false;
  bool verbose = false;  // superseded findings are shown
  bool quiet = false;
  // In an editor: the URIs of the open files. Their findings come first, and `max_diagnostics` limits the
  // others. Ignored keywords are reported in these files only. Null outside of editors.
  std::shared_ptr<const std::set<std::string>> open_files;
};

// Whether to write colours: `choice` (auto, always, never); then NO_COLOR; then FORCE_COLOR or
// CLICOLOR_FORCE; then a terminal, unless TERM is `dumb` or CLICOLOR is 0.
bool WantsColor(const std::string& choice, const ProcessEnvironment& environment, bool is_terminal);

// `with_formats`: whether `-o` names the formats of findings (for check) or is the command's own.
void AddReportOptions(CommandApp& app, ReportOptions& options, bool with_formats);

// Sets output.deadline for a run with --timeout or the limit `time`, until WriteStreams() has written the
// output: it writes its finding in the requested formats and ends the process. An existing deadline
// continues.
void StartDeadline(const ReportOptions& options, const Limits& limits, const ProcessEnvironment& environment,
                   bool people_read_out, CommandOutput& output);
// Call before the run has effects that must be reported: afterwards the deadline does not end the run.
void DisarmDeadline(const CommandOutput& output);

// Whether the options can be used; a message about why not.
bool CheckReportOptions(const ReportOptions& options, std::string& message);

// Whether people read the standard streams. Requires valid options.
bool IsForPeople(const ReportOptions& options);

// Where the findings of a command are read.
struct Audience {
  std::string* people;  // what people read; formats for machines go to standard output
  bool is_terminal = false;
};

// Reads the rule options. Returns a failure for an invalid rule or baseline.
Result<policy::Policy> PolicyOf(const ReportOptions& options, source::FileReader& reader);

// Writes the session's findings, the files first: one that cannot be written is reported with the others, and
// nothing else is lost. Options that CheckReportOptions refuses are a bug.
// `policy` chooses among them; null: all count.
void WriteFindings(const ReportOptions& options, size_t file_count, const ProcessEnvironment& environment,
                   Audience audience, CommandOutput& output, const policy::Policy* policy = nullptr);

// Returns the findings with secrets redacted, for output other than formats.
std::vector<diag::Diagnostic> RedactSecrets(const CommandOutput& output);

// Writes a file that a command makes, by the rules of src/output. False when that was reported.
bool WriteOutput(const std::string& path, std::string_view text, CommandOutput& output);
// The same for a path from an input file: it must be inside `root`.
bool WriteOutputBelow(const std::string& root, const std::string& path, std::string_view text,
                      CommandOutput& output);

// Returns the exit code for the written findings; `on_error` if an error implies none.
int ExitCodeOf(const ReportOptions& options, const CommandOutput& output, int on_error);

}  // namespace kval::cli
