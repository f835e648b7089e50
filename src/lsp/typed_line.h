#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kval::lsp {

// What is being typed at a place of a text of YAML: the key of an entry in block style, or its value.
struct TypedLine {
  enum class Part { kKey, kValue };
  Part part = Part::kKey;
  size_t key = 0;    // the byte where the key begins
  size_t begin = 0;  // and where the word begins that is typed
  // The text with an entry in that line, whatever was typed of it.
  std::string whole;
  bool has_colon = false;  // it was typed already
};

// Nothing where neither stands: in comments, flow collections and quoted keys. Lines of block scalars are
// taken for entries; whoever reads the whole text knows better.
std::optional<TypedLine> LineTypedAt(std::string_view text, size_t at);

}  // namespace kval::lsp
