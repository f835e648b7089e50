#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/structure/text_tree.h"

namespace kval::lsp {

// The protocol's kinds of symbols that there are here.
enum class SymbolKind : uint8_t {
  kNamespace = 3,
  kClass = 5,
  kProperty = 7,
  kInterface = 11,
  kFunction = 12,
  kVariable = 13,
  kString = 15,
  kNumber = 16,
  kBoolean = 17,
  kArray = 18,
  kObject = 19,
  kNull = 21,
  kTypeParameter = 26,
};

struct Symbol {
  std::string name;    // not empty; one line
  std::string detail;  // may be empty
  SymbolKind kind = SymbolKind::kObject;
  ByteRange range;
  ByteRange name_range;  // in `range`
  size_t depth = 0;      // its parent is the closest symbol before it with a smaller depth
};

// The language of a text, which decides about its symbols.
enum class TextLanguage : uint8_t { kYaml, kKcl, kStarlark };

// Returns the symbols of a text, parents first, in the order of the text. Errors in the text are tolerated.
// Cost: linear in the text.
//   YAML and JSON: keys, list items and resources; the functions of ytt templates
//   KCL: schemas, mixins, protocols, rules, attributes, variables and keys
//   Starlark: functions
// `most`: of a text with more symbols, only the upper levels are returned (UpperLevels).
std::vector<Symbol> FindSymbols(std::string_view text, TextLanguage language, size_t most);

// An outline with more symbols is of no use, and its result is many times larger than the text.
constexpr size_t kMostSymbols = 10'000;
// Deeper symbols are left out.
constexpr size_t kMostSymbolLevels = 200;

// The parts that FindSymbols calls.
std::vector<Symbol> FindYamlSymbols(const TextTree& tree, size_t most);
std::vector<Symbol> FindKclSymbols(std::string_view text);
std::vector<Symbol> FindStarlarkFunctions(std::string_view text);
// The functions that `#@ def` defines in a YAML template.
std::vector<Symbol> FindTemplateFunctions(std::string_view text);
// Returns the first line of a text as a name: not empty, of limited length.
std::string SymbolName(std::string_view text);

}  // namespace kval::lsp
