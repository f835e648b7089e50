#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/lsp/open_document.h"
#include "src/lsp/structure/embedded_text.h"
#include "src/lsp/structure/text_tree.h"
#include "src/source/file_reader.h"

namespace kval::cli {

// A node of an open document, or of a text embedded in it.
struct DocumentNode {
  const std::string& path;  // of the document, absolute
  const lsp::TextTree& tree;
  size_t node;
  const lsp::EmbeddedText* embedded = nullptr;  // the embedded text that `tree` shows; null: the document
};

// A place in the values that a file passes to a chart in its repository: an Argo CD Application or
// ApplicationSet, a HelmRelease of Flux, a helmfile, or a kustomization with `helmCharts`.
struct ReleaseValues {
  std::string chart_file;          // the chart's Chart.yaml, absolute
  std::vector<std::string> names;  // the path in the chart's values, the outermost key first
  bool is_parameter = false;       // the node is the name of a value, a path with dots; `names` is that path
};

// Returns the repository of a file, with a slash at the end: the directory with `.git`, or else the directory
// that the editor has open. Empty if there is none.
std::string RepositoryAround(const std::string& path, const OpenDocuments& opened,
                             source::FileReader& reader);

// Returns the place of a node; nullopt if it is no such value, or if the chart is not in the repository.
std::optional<ReleaseValues> FindReleaseValues(const DocumentNode& place, const OpenDocuments& opened,
                                               source::FileReader& reader);

}  // namespace kval::cli
