#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/structure/foldings.h"
#include "src/lsp/structure/occurrences.h"
#include "src/lsp/structure/symbols.h"

// Results of requests about the structure of documents, as JSON.
namespace kval::lsp {

// A `DocumentSymbol[]`.
std::string DocumentSymbolResult(std::string_view text, std::span<const Symbol> symbols);

// The symbols of one text.
struct TextSymbols {
  std::string_view uri;
  std::string_view text;
  std::span<const Symbol> symbols;
};
// A `SymbolInformation[]`: the first `most` symbols whose name contains `query`, in any case.
std::string SymbolInformationResult(std::span<const TextSymbols> texts, std::string_view query, size_t most);

// A `FoldingRange[]`.
std::string FoldingResult(std::span<const Folding> foldings);
// A `SelectionRange[]`, one for each list of ranges.
std::string SelectionResult(std::string_view text, std::span<const std::vector<ByteRange>> selections);
struct DocumentLink {
  ByteRange range;
  std::string target;  // a URI
};
// A `DocumentLink[]`.
std::string LinkResult(std::string_view text, std::span<const DocumentLink> links);
struct InlayHint {
  size_t at = 0;  // a byte of the text
  std::string label;
  std::string tooltip;
};
// An `InlayHint[]`.
std::string InlayHintResult(std::string_view text, std::span<const InlayHint> hints);
// A `DocumentHighlight[]`.
std::string HighlightResult(std::string_view text, std::span<const Occurrence> occurrences);

}  // namespace kval::lsp
