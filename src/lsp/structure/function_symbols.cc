#include <algorithm>

#include "src/lsp/structure/code_lines.h"
#include "src/lsp/structure/symbols.h"

namespace kval::lsp {
namespace {

constexpr std::string_view kSpaces = " \t\r";

Symbol FunctionSymbol(std::string_view text, std::string_view name, ByteRange range, size_t depth) {
  const size_t begin = text.find(name, text.find("def ", range.begin) + 4);
  const size_t signature_end = std::min(text.find_first_of(":\r\n", begin), range.end);
  return {SymbolName(name),
          SymbolName(text.substr(begin + name.size(), signature_end - begin - name.size())),
          SymbolKind::kFunction,
          range,
          {begin, begin + name.size()},
          depth};
}

// A function whose body is not complete.
struct OpenFunction {
  size_t symbol;
  size_t indentation;
};

}  // namespace

std::vector<Symbol> FindTemplateFunctions(std::string_view text) {
  std::vector<Symbol> functions;
  for (const CodeBlock& block : FindCodeBlocks(text)) {
    const std::string_view name = DefinedFunction(block.first.code);
    if (!name.empty()) {
      functions.push_back(FunctionSymbol(text, name, {block.first.begin, block.last.end}, 0));
    }
  }
  return functions;
}

std::vector<Symbol> FindStarlarkFunctions(std::string_view text) {
  std::vector<Symbol> functions;
  std::vector<OpenFunction> open;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const size_t indentation = line.find_first_not_of(kSpaces);
    const size_t content_end = begin + line.find_last_not_of(kSpaces) + 1;
    if (indentation != std::string_view::npos && line[indentation] != '#') {
      while (!open.empty() && open.back().indentation >= indentation) {
        open.pop_back();
      }
      for (const OpenFunction& outer : open) {
        functions[outer.symbol].range.end = content_end;
      }
      const std::string_view name = DefinedFunction(line.substr(indentation));
      if (!name.empty()) {
        functions.push_back(FunctionSymbol(text, name, {begin + indentation, content_end}, open.size()));
        open.push_back({functions.size() - 1, indentation});
      }
    }
    begin = end + 1;
  }
  return functions;
}

}  // namespace kval::lsp
