#pragma once

#include <string>

#include "src/cli/command.h"
#include "src/cli/editor_text.h"
#include "src/lsp/question.h"

namespace kval::cli {

// Returns the result of a request about a position in an open document: a `Hover`, a `CompletionItem[]`, a
// `Location`, or `null`. Uses the schema that CheckOpened uses. Changes the working directory.
std::string AnswerTo(const lsp::Question& question, const Opened& opened, const Environment& environment);

}  // namespace kval::cli
