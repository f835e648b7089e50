#include "src/lsp/structure/symbols.h"

#include <algorithm>
#include <utility>

#include "src/lsp/structure/symbol_levels.h"

namespace kval::lsp {
namespace {

constexpr size_t kMaxNameBytes = 120;

// Merges the functions of a template into its symbols: a function precedes the symbols in its body, which
// become its children.
class FunctionInsertion {
 public:
  std::vector<Symbol> Run(std::vector<Symbol> symbols, std::vector<Symbol> functions) {
    auto function = functions.begin();
    for (Symbol& symbol : symbols) {
      for (; function != functions.end() && function->range.begin <= symbol.range.begin; ++function) {
        AddFunction(std::move(*function));
      }
      std::erase_if(functions_, [&](ByteRange range) { return !range.Contains(symbol.range); });
      symbol.depth += functions_.size();
      Add(std::move(symbol));
    }
    for (; function != functions.end(); ++function) {
      AddFunction(std::move(*function));
    }
    return std::move(merged_);
  }

 private:
  void AddFunction(Symbol function) {
    while (!around_.empty() && merged_[around_.back()].range.end < function.range.begin) {
      around_.pop_back();
    }
    for (const size_t outer : around_) {
      if (merged_[outer].range.Contains(function.range)) {
        function.depth = std::max(function.depth, merged_[outer].depth + 1);
      }
    }
    if (function.depth < kMostSymbolLevels) {
      functions_.push_back(function.range);
      Add(std::move(function));
    }
  }

  void Add(Symbol symbol) {
    while (!around_.empty() && merged_[around_.back()].range.end < symbol.range.begin) {
      around_.pop_back();
    }
    around_.push_back(merged_.size());
    merged_.push_back(std::move(symbol));
  }

  std::vector<Symbol> merged_;
  std::vector<size_t> around_;        // symbols that may contain the next one
  std::vector<ByteRange> functions_;  // that contain the last symbol
};

std::vector<Symbol> KeepUpperLevels(std::vector<Symbol> symbols, size_t most) {
  UpperLevels levels;
  for (const Symbol& symbol : symbols) {
    levels.Count(symbol.depth);
  }
  levels.Limit(most, kMostSymbolLevels);
  std::erase_if(symbols, [&](const Symbol& symbol) { return !levels.Take(symbol.depth); });
  return symbols;
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

std::vector<Symbol> FindSymbols(std::string_view text, TextLanguage language, size_t most) {
  switch (language) {
    case TextLanguage::kKcl:
      return KeepUpperLevels(FindKclSymbols(text), most);
    case TextLanguage::kStarlark:
      return KeepUpperLevels(FindStarlarkFunctions(text), most);
    case TextLanguage::kYaml:
      break;
  }
  std::vector<Symbol> symbols = FindYamlSymbols(TextTree(text), most);
  std::vector<Symbol> functions = FindTemplateFunctions(text);
  return functions.empty()
             ? symbols
             : KeepUpperLevels(FunctionInsertion().Run(std::move(symbols), std::move(functions)), most);
}

}  // namespace kval::lsp
