#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/cli/command.h"
#include "src/cli/lsp/check_reuse.h"
#include "src/cli/lsp/open_document.h"
#include "src/lsp/schema_query.h"

namespace kval::cli {

// One task of the language server, for another process: a check of the open documents, or the answer to a
// request.
struct LspWork {
  OpenDocuments opened;
  std::optional<lsp::SchemaQuery> query;  // without one: a check
};

// The result of a check.
struct LspCheckResult {
  std::string lines;   // in the format `-o lsp`
  CheckReuse changed;  // results for later checks
};

// Writes the result of the check (EncodeCheckResult) or the answer to standard output. Returns the exit code.
// Changes the working directory, and `reuse`, which has the results of earlier checks.
int RunLspWork(const LspWork& work, CheckReuse& reuse, const ProcessEnvironment& environment);

// The task as the input of `kval lsp --worker`: strings as `LENGTH:BYTES`, each list after its length.
// `reuse`: for a check.
std::string EncodeLspWork(const LspWork& work, const CheckReuse& reuse);
// Returns nullopt if `text` is not the input of a worker of this version.
std::optional<LspWork> DecodeLspWork(std::string_view text, CheckReuse& reuse);

// The output of a check, in the same form.
std::string EncodeCheckResult(const LspCheckResult& result);
std::optional<LspCheckResult> DecodeCheckResult(std::string_view text);

}  // namespace kval::cli
