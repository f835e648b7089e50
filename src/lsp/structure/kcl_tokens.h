#pragma once

#include <string_view>
#include <vector>

#include "src/lsp/structure/semantic_tokens.h"

namespace kval::lsp {

// Adds the tokens of KCL code, a part of FindSemanticTokens.
void AddKclTokens(std::string_view text, std::vector<SemanticToken>& tokens);

}  // namespace kval::lsp
