#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kval::lsp {

// A key or scalar that is being edited at a position in a YAML document.
struct CompletionContext {
  enum class Part : uint8_t { kKey, kValue };
  Part part = Part::kKey;
  // The word, in the document: an insertion replaces it.
  size_t begin = 0;
  size_t end = 0;
  // The document with a complete entry or item, whatever was typed of it.
  std::string completed_text;
  size_t at = 0;             // in `completed_text`: where the key or scalar begins
  bool has_colon = false;    // a colon follows the key already
  char quote = 0;            // the word is inside of such quotes; 0: it is not quoted
  bool is_flow = false;      // in a flow collection
  bool needs_blank = false;  // the value needs a space before it
  size_t indentation = 0;    // the column of a key in block style
};

// Returns what the word at a position can be. Two results: the word can be an item or value, or the first key
// of a mapping there. Empty in comments, block scalars, aliases and other text without a schema.
std::vector<CompletionContext> FindCompletionContexts(std::string_view text, size_t at);

}  // namespace kval::lsp
