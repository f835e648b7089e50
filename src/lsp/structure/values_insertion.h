#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/lsp/edit_results.h"
#include "src/lsp/structure/text_tree.h"

namespace kval::lsp {

// A value to be added to a document of values.
struct AddedValue {
  std::vector<std::string> path;      // of keys, the outermost first
  std::string text;                   // a scalar as YAML, in one line
  std::vector<std::string> comments;  // lines above the key, with `#`
};

// Returns the edit that adds a value below the root of a document: after the last entry of the innermost map
// of its path that exists, indented like its siblings. Nullopt if the whole path exists, or a part of it is
// not a map in block style. `root`: a node of `tree`.
std::optional<FileEdit> InsertValue(const TextTree& tree, size_t root, const AddedValue& added);

// Returns the edit that adds lines after the last entry of a mapping in block style. The lines are indented
// and have no line break at the end.
FileEdit AppendLines(const TextTree& tree, size_t mapping, const std::string& lines);
// The column of the keys of a mapping in block style.
size_t ColumnOfKeys(const TextTree& tree, size_t mapping);
// Whether a node is a mapping with entries that is not in braces.
bool IsBlockMapping(const TextTree& tree, size_t node);

}  // namespace kval::lsp
