#include "src/lsp/structure/symbols.h"

#include <algorithm>
#include <utility>

namespace kval::lsp {
namespace {

constexpr size_t kMaxNameBytes = 120;

// Inserts a function before the symbols that follow it; the symbols in its body become its children.
void Insert(Symbol function, std::vector<Symbol>& symbols) {
  const auto next = std::find_if(symbols.begin(), symbols.end(), [&](const Symbol& symbol) {
    return symbol.range.begin >= function.range.begin;
  });
  for (auto before = symbols.begin(); before != next; ++before) {
    if (before->range.Contains(function.range)) {
      function.depth = std::max(function.depth, before->depth + 1);
    }
  }
  for (auto inner = next; inner != symbols.end() && function.range.Contains(inner->range); ++inner) {
    ++inner->depth;
  }
  symbols.insert(next, std::move(function));
}

}  // namespace

std::string SymbolName(std::string_view text) {
  const size_t line = std::min(text.find_first_of("\r\n"), text.size());
  size_t end = std::min(line, kMaxNameBytes);
  while (end > 0 && end < line && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) {
    --end;  // not within a character
  }
  const std::string name = std::string(text.substr(0, end)) + (end < text.size() ? "…" : "");
  return name.find_first_not_of(" \t") == std::string::npos ? "\"" + name + "\"" : name;
}

std::vector<Symbol> FindSymbols(std::string_view text, TextLanguage language) {
  switch (language) {
    case TextLanguage::kKcl:
      return FindKclSymbols(text);
    case TextLanguage::kStarlark:
      return FindStarlarkFunctions(text);
    case TextLanguage::kYaml:
      break;
  }
  std::vector<Symbol> symbols = FindYamlSymbols(TextTree(text));
  for (Symbol& function : FindTemplateFunctions(text)) {
    Insert(std::move(function), symbols);
  }
  return symbols;
}

}  // namespace kval::lsp
