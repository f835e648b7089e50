#pragma once

#include <string_view>

#include "src/diag/kind.h"

namespace kval::explain {

// The page of a kind of diagnostic, in Markdown: src/explain/pages/KV301.md. Its parts, in order:
//
//   # KV301 type-mismatch   the code and the name
//   paragraphs              what is wrong, and why it matters
//   ## Example              files that show it, each a fenced block ```yaml values.yml; a block ```console
//                           has the command when it is not `kval -f` with all of them
//   ## Instead…             the files of the example that change, and nothing is found; there may be
//                           several such parts, each a repair of its own
//   ## See also             annotations, flags and neighbours
//
// tests/explain runs every example and every repair. The view is empty for a kind that has no page, which
// the tests refuse.
std::string_view PageOf(diag::Kind kind);

}  // namespace kval::explain
