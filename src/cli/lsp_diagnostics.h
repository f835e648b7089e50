#pragma once

#include "src/cli/command.h"
#include "src/cli/open_document.h"

namespace kval::cli {

// Checks the open documents and appends findings to output.out as LSP notifications (`-o lsp`).
//
// The open documents of a project, in its repository or workspace directory, are checked together, as `kval
// check PATHS`, with all other open documents replacing their files. Files of a chart (cli/lsp_chart.h) are
// validated as `kval helm` does, including library charts; if Helm cannot load the chart, which is reported,
// as if there were none. Other documents are validated by the schema in their modeline (a missing one is
// reported), as code (cli/lsp_code.h), else for YAML syntax unless they are templates (`{{ … }}`). Findings
// in open documents are never cut. Changes the working directory.
void CheckOpenDocuments(const OpenDocuments& opened, const ProcessEnvironment& environment,
                        CommandOutput& output);

}  // namespace kval::cli
