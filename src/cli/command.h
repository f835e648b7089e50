#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/tracing_reader.h"
#include "src/diag/diagnostic.h"
#include "src/driver/driver_options.h"

namespace kval::driver {
struct Session;
}

namespace kval::cli {

class CommandApp;
class Deadline;

// The exit statuses of every command (README, "Exit status").
enum ExitStatus : int {
  kOk = 0,        // no error; warnings are allowed
  kFindings = 1,  // violations in the checked input
  kUnusable = 2,  // bad invocation, unreadable input, invalid schema
  kLimit = 3,     // a resource limit was hit
  kBug = 4,       // internal error of kval
};

// The environment of the program in addition to its arguments.
struct ProcessEnvironment {
  // NAME=value; never null. Shared, because the environment of a run is copied occasionally.
  std::shared_ptr<const std::vector<std::string>> variables = std::make_shared<std::vector<std::string>>();
  bool stdout_is_terminal = false;
  bool stderr_is_terminal = false;
  uint32_t terminal_width = 0;
  std::string directory;  // the working directory

  // The value of a variable, or empty.
  std::string Get(std::string_view name) const;
  // Whether the terminal shows no escape sequences: TERM=dumb.
  bool has_dumb_terminal() const { return Get("TERM") == "dumb"; }
};

struct ReportOptions;

// Output that was made, to be written by main in one go.
struct CommandOutput {
  std::string out;
  std::string err;
  std::shared_ptr<driver::Session> session;  // see NewSession
  std::shared_ptr<TracingReader> reader;
  std::vector<diag::Diagnostic> findings;  // those that count, by the user's choice of rules
  size_t dropped_errors = 0;               // errors beyond the limit on findings
  size_t dropped_warnings = 0;
  // Multiplies the limit on kept findings, so that a fix round handles more of them.
  uint64_t findings_times = 1;
  // The output format of findings, and whether they are the command's output. Set once there is a session.
  const ReportOptions* report = nullptr;
  bool findings_are_output = false;
  uint64_t MostFindings(uint64_t limit) const {
    return limit > UINT64_MAX / findings_times ? UINT64_MAX : limit * findings_times;
  }
  std::vector<std::string> written;    // files that the command wrote
  std::shared_ptr<Deadline> deadline;  // until all output is written; null without a time limit
};

// Creates the session of the command's run, with its file reader. It lives as long as the output: main ends
// the process without destroying the types and values.
driver::Session& NewSession(CommandOutput& output, const Limits& limits,
                            const std::vector<std::string>& link_destinations, const ReportOptions& report,
                            bool findings_are_output);

// Runs a command whose options are read.
using RunCommand = std::function<int(const ProcessEnvironment&, CommandOutput&)>;

// One command.
struct Command {
  std::string_view name;
  std::string_view group;  // the heading of `kval --help` that lists it
  std::string_view summary;
  // Declares options and returns the function that runs the command. Its state lives in the closure.
  RunCommand (*declare)(CommandApp& app);
};

}  // namespace kval::cli
