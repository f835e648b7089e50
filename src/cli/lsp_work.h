#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/cli/command.h"
#include "src/cli/open_document.h"
#include "src/lsp/schema_query.h"

namespace kval::cli {

// One task of the language server, for another process: a check of the open documents, or the answer to a
// request.
struct LspWork {
  OpenDocuments opened;
  std::optional<lsp::SchemaQuery> query;  // without one: a check
};

// Writes the findings or the answer to standard output. Returns the exit code. Changes the working directory.
int RunLspWork(const LspWork& work, const ProcessEnvironment& environment);

// The task as the input of `kval lsp --worker`: strings as `LENGTH:BYTES`, each list after its length.
std::string EncodeLspWork(const LspWork& work);
// Returns nullopt if `text` is not the input of a worker of this version.
std::optional<LspWork> DecodeLspWork(std::string_view text);

}  // namespace kval::cli
