#pragma once

#include "src/cli/command.h"
#include "src/cli/lsp/open_document.h"
#include "src/cli/report_options.h"

namespace kval::cli {

// Checks an open document that contains code: a ytt template or a Starlark file as `kval render`, a KCL file
// as `kval run`. The session of `output` contains the findings of the document only.
//
// The other inputs of such a run are not declared. A template is rendered with the files that it loads and
// the data values and schemas of its directory. If others are missing, only syntax and names are checked. KCL
// is also run as a package of all files of its directory if it has findings by itself.
void CheckTemplate(const OpenDocument& text, const ReportOptions& report, CommandOutput& output);
void CheckKcl(const OpenDocument& text, const ReportOptions& report, CommandOutput& output);

// Checks the syntax of an open template of a Helm chart.
void CheckHelmTemplate(const OpenDocument& text, const ReportOptions& report, CommandOutput& output);

}  // namespace kval::cli
