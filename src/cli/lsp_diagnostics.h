#pragma once

#include "src/cli/command.h"
#include "src/cli/open_document.h"

namespace kval::cli {

// Checks the open documents and appends findings to output.out as LSP notifications (`-o lsp`).
//
// A document of a project, in its repository or workspace directory, is checked as `kval check -
// --stdin-filename`, with all other open documents replacing their files. Files of a chart
// (cli/lsp_chart.h) are validated as `kval helm` does, including library charts; if Helm cannot load the
// chart, which is reported, as if there were none. Other documents are validated by the schema in their
// modeline (a missing one is reported), else for YAML syntax unless they are templates (`{{ … }}`). Changes
// the working directory.
void CheckOpenDocuments(const OpenDocuments& opened, const ProcessEnvironment& environment,
                        CommandOutput& output);

}  // namespace kval::cli
