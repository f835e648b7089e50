#pragma once

#include <string_view>

#include "src/diag/kind.h"

namespace kval::explain {

// Returns the page of a kind of diagnostic, in Markdown: src/explain/pages/KV301.md. Its parts, in order:
//
//   # KV301 type-mismatch   the code and the name
//   paragraphs              the error, and its consequences
//   ## Example              files that show it, each a fenced block ```yaml values.yml; a block ```console
//                           has the command if it is not `kval -f` with all of them
//   ## Instead…             the changed files of the example, without findings; there may be several
//                           such parts, each a separate fix
//   ## See also             annotations, flags and related rules
//
// tests/explain runs every example and every fix, and rejects a kind without a page.
std::string_view PageOf(diag::Kind kind);

}  // namespace kval::explain
