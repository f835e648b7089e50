#pragma once

#include "src/cli/command.h"
#include "src/cli/editor_text.h"

namespace kval::cli {

// Checks the open texts and appends what is found to output.out as notifications of the Language Server
// Protocol (`-o lsp`).
//
// A text that a project file speaks of, which lies in its repository or in a folder that is open, is checked
// as `kval check - --stdin-filename` does, with all other open texts in the place of their files. What is a
// chart's (cli/editor_chart.h) is judged as `kval helm` does, a library's as well; where Helm cannot load the
// chart, which is told, as if there were none. Any other is checked against the schema that its first lines
// name (one that is not there is told); where they name none, whether it is YAML, unless it is a template
// (`{{ … }}`, which is no YAML yet). The process's working folder changes.
void CheckOpened(const Opened& opened, const Environment& environment, Output& output);

}  // namespace kval::cli
