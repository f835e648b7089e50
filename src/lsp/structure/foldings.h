#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/lsp/structure/symbols.h"

namespace kval::lsp {

enum class FoldingKind : uint8_t { kCode, kComment, kRegion };

// Lines that an editor can collapse to the first one. Lines count from 0.
struct Folding {
  uint32_t first = 0;
  uint32_t last = 0;
  FoldingKind kind = FoldingKind::kCode;

  friend bool operator==(const Folding&, const Folding&) = default;
};

constexpr size_t kMostFoldings = 10'000;

// Returns the foldings of a text by their first lines; one for each first line. Closing brackets and `#@ end`
// stay visible. Of a text with more than `most` foldings, only the upper levels are returned. Cost: linear in
// the text.
//   YAML and JSON: entries, items, documents, comments, code of ytt templates, `#region` … `#endregion`
//   KCL and Starlark: lines by their indentation, comments
std::vector<Folding> FindFoldings(std::string_view text, TextLanguage language, size_t most = kMostFoldings);

}  // namespace kval::lsp
