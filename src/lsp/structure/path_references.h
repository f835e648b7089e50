#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/structure/symbols.h"
#include "src/lsp/structure/text_tree.h"

namespace kval::lsp {

// What a reference to a directory refers to.
enum class DirectoryTarget : uint8_t { kNone, kChart, kKustomization };

// A name in a text that may refer to a file.
struct PathReference {
  ByteRange range;
  std::string path;      // relative to the directory of the text; empty: the text itself
  std::string fragment;  // of `$ref`, without `#`; may be empty
  DirectoryTarget directory = DirectoryTarget::kNone;
};

// Returns the names in a text that may refer to local files, in the order of the text: schemas in modelines
// and
// `$schema`, `$ref`, dependencies in Chart.yaml, `load(…)` of ytt, all strings of a project file. Excludes
// kustomizations and addresses other than `file:`. `file_name`: the text's, without its directory.
std::vector<PathReference> FindPathReferences(std::string_view text, TextLanguage language,
                                              std::string_view file_name);

// Returns the node that a JSON Pointer (RFC 6901, percent-encoded as in a URI) refers to in the first
// document.
std::optional<size_t> FindByPointer(const TextTree& tree, std::string_view pointer);

}  // namespace kval::lsp
