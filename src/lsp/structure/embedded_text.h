#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kval::lsp {

// A YAML document in a block scalar of another one, such as `values: |` of an Argo CD Application.
struct EmbeddedText {
  // The whole text with spaces in place of everything else: offsets and columns are those of the whole text.
  std::string text;
  size_t header = 0;  // the `|` or `>` of the scalar
  std::vector<std::string>
      path;  // of the scalar in the other document, the outermost key first; `[]`: an item
};

// Returns the block scalar around a position; nullopt if there is none. Cost: linear in the text.
std::optional<EmbeddedText> FindEmbeddedText(std::string_view text, size_t at);

}  // namespace kval::lsp
