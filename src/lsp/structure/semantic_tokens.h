#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/structure/symbols.h"
#include "src/lsp/structure/text_tree.h"

namespace kval::lsp {

// The types of semantic tokens, in the order of the legend (SemanticTokensLegend).
enum class TokenType : uint8_t {
  kNamespace,
  kType,
  kClass,
  kParameter,
  kVariable,
  kProperty,
  kFunction,
  kMethod,
  kKeyword,
  kComment,
  kString,
  kNumber,
  kDecorator,
};

// A token within one line.
struct SemanticToken {
  ByteRange range;
  TokenType type = TokenType::kVariable;
  bool is_declaration = false;
};

// The `SemanticTokensLegend`, as JSON.
std::string_view SemanticTokensLegend();

// A text with more tokens gets those of its beginning; editors request the visible range as well.
constexpr size_t kMostTokens = 200'000;

// Returns the tokens of code within a range, in the order of the text: all of KCL and Starlark; in YAML
// annotations and code of ytt templates (`#@ …`, `(@ … @)`). Errors in the text are tolerated. Cost: linear
// in the text.
std::vector<SemanticToken> FindSemanticTokens(std::string_view text, TextLanguage language, ByteRange range);

// A `SemanticTokens`. `counts_bytes`: the client's positions count bytes, not UTF-16 code units.
std::string SemanticTokensResult(std::string_view text, const std::vector<SemanticToken>& tokens,
                                 bool counts_bytes);

}  // namespace kval::lsp
