#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kval::lsp {

// The entry that is being edited at a position in a YAML document: its key in block style, or its value.
struct CompletionContext {
  enum class Part { kKey, kValue };
  Part part = Part::kKey;
  size_t key = 0;    // the byte where the key begins
  size_t begin = 0;  // and where the word begins that is typed
  // The text with an entry in that line, whatever was typed of it.
  std::string completed_text;
  bool has_colon = false;  // it was typed already
};

// Returns nullopt in comments, flow collections and quoted keys. Lines of block scalars count as entries,
// because only one line is examined.
std::optional<CompletionContext> FindCompletionContext(std::string_view text, size_t at);

}  // namespace kval::lsp
