#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/fix_run.h"
#include "src/cli/input_options.h"
#include "src/cli/looked.h"
#include "src/cli/report_options.h"

namespace kval::cli {

// A check declared by command-line options.
struct NamedCheck {
  InputOptions inputs;
  ReportOptions report;
  std::vector<std::string> paths;  // validated one by one
  bool each = false;               // no path is a schema, whatever it holds
  size_t jobs = 0;                 // of `each`; 0: as many as processors
  bool yaml_only = false;          // without a schema
  bool allow_unchecked = false;    // files that are neither schema nor values are not errors
  bool knows_of_projects = true;   // whether a project file would have been found: for words
  Looked* looked = nullptr;        // records the files that influence the result; may be null
};

// Runs the check once in a new session, which is stored in `output`. `texts` overrides files on disk.
Checked CheckNamed(const NamedCheck& check, const Texts& texts, const Environment& environment,
                   Output& output);

}  // namespace kval::cli
