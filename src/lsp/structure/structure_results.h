#pragma once

#include <span>
#include <string>
#include <string_view>

#include "src/lsp/structure/symbols.h"

// Results of requests about the structure of texts, as JSON.
namespace kval::lsp {

// A `DocumentSymbol[]`.
std::string DocumentSymbolResult(std::string_view text, std::span<const Symbol> symbols);

// The symbols of one text.
struct TextSymbols {
  std::string_view uri;
  std::string_view text;
  std::span<const Symbol> symbols;
};
// A `SymbolInformation[]`: the symbols whose name contains `query`, in any case, up to a number.
std::string SymbolInformationResult(std::span<const TextSymbols> texts, std::string_view query);

}  // namespace kval::lsp
