#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "include/kval/kval.h"
#include "src/lsp/completion_context.h"
#include "src/lsp/results.h"

namespace kval::cli {

// Adds the keys or values that a schema allows for a word. `info` describes the completed text at the word.
void AddSchemaCompletions(const lsp::CompletionContext& typed, const api::SchemaInfo& info,
                          std::vector<lsp::CompletionItem>& items);

// Adds a value in YAML syntax, unless it would have to be escaped within the quotes of the word.
void AddValue(const lsp::CompletionContext& typed, const std::string& value, lsp::CompletionItemKind kind,
              const std::string& detail, std::vector<lsp::CompletionItem>& items);

// The key as a YAML scalar, in quotes if it begins with an indicator.
std::string WrittenKey(const std::string& key);
// The entry of a missing key in block style with its skeleton: lines after the first have `indentation` more
// spaces.
std::string BlockEntry(const api::KeyInfo& key, size_t indentation);

// A key of data values that an expression of a ytt template reads: `data.values.name`.
struct DataValuesWord {
  size_t begin = 0, end = 0;  // the last name, in the template
  // A document with that key, and the byte where the key begins: what a schema of data values describes.
  std::string document;
  size_t at = 0;
};
// Returns nullopt if the position is not after `data.values.` in a line with `#@` or `(@`.
std::optional<DataValuesWord> FindDataValuesWord(std::string_view text, size_t at);

// Adds the keys that a schema of data values declares.
void AddDataValues(const api::SchemaInfo& info, std::vector<lsp::CompletionItem>& items);

}  // namespace kval::cli
