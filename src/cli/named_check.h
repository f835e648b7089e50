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

// What is to be checked against what, named by hand.
struct NamedCheck {
  InputOptions inputs;
  ReportOptions report;
  std::vector<std::string> paths;  // validated one by one
  bool each = false;               // no path is a schema, whatever it holds
  size_t jobs = 0;                 // of `each`; 0: as many as processors
  bool yaml_only = false;          // no schema is asked
  bool allow_unchecked = false;    // what is neither schema nor values is no fault
  bool knows_of_projects = true;   // whether a project file would have been found: for words
  Looked* looked = nullptr;        // told what a change of would change the outcome; may be null
};

// Makes the check once, in a session of its own that it sets in `output`; the texts stand in the place of
// files.
Checked CheckNamed(const NamedCheck& check, const Texts& texts, const Environment& environment,
                   Output& output);

}  // namespace kval::cli
