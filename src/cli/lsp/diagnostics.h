#pragma once

#include "src/cli/command.h"
#include "src/cli/lsp/check_reuse.h"
#include "src/cli/lsp/open_document.h"

namespace kval::cli {

// Checks the open documents and appends findings to output.out as LSP notifications (`-o lsp`).
//
// The open documents of a project, in its repository or workspace directory, are checked together, as `kval
// check PATHS`, with all other open documents replacing their files. Files of a chart (cli/chart_location.h)
// are validated as `kval helm` does, including library charts; if Helm cannot load the chart, which is
// reported, as if there were none. Other documents are validated by the schema in their modeline (a missing
// one is reported), as code (cli/lsp/code_check.h), else for YAML syntax unless they are templates (`{{ …
// }}`). Findings in open documents are never cut. Changes the working directory.
//
// `reuse`: results of earlier checks, which are used where all that they depend on is unchanged; projects in
// it are updated. `changed`: receives the results for later checks that are not in `reuse`.
void CheckOpenDocuments(const OpenDocuments& opened, const ProcessEnvironment& environment, CheckReuse& reuse,
                        CheckReuse& changed, CommandOutput& output);

}  // namespace kval::cli
