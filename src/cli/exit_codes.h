#pragma once

#include <string_view>

#include "src/cli/command.h"

namespace kval::cli {

struct ExitCode {
  ExitStatus code;
  std::string_view meaning;
  std::string_view details;
};

// Every exit code of kval, for the help, the manual pages and `kval explain exit-codes`.
inline constexpr ExitCode kExitCodes[] = {
    {kOk, "no errors", "warnings and notes are allowed; `--error-on-warnings` makes warnings fail"},
    {kFindings, "errors were found", "`--exit-zero` turns this into 0"},
    {kUnusable, "an argument, an input or a schema cannot be used",
     "nothing, or not everything, was checked: a file cannot be read, no schema was found, a schema has an "
     "error"},
    {kLimit, "a limit was exceeded", "`kval explain limits` lists the limits and how to change them"},
    {kBug, "internal error", "a defect of kval: please report it"},
};

}  // namespace kval::cli
