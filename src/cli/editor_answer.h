#pragma once

#include <string>

#include "src/cli/command.h"
#include "src/cli/editor_text.h"
#include "src/lsp/question.h"

namespace kval::cli {

// What the schema of an open text says of a place in it, as the result of the request: a `Hover`, a
// `CompletionItem[]` or a `Location`, or `null`. The schema is the one that CheckOpened checks the text by.
// The process's working folder changes.
std::string AnswerTo(const lsp::Question& question, const Opened& opened, const Environment& environment);

}  // namespace kval::cli
