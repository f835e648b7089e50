#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/open_document.h"
#include "src/lsp/structure/text_tree.h"
#include "src/source/file_reader.h"

namespace kval::cli {

// A place in the values that a manifest passes to a chart of its repository: in `valuesObject` of an Argo CD
// Application, in `values` of a Flux HelmRelease.
struct ReleaseValues {
  std::string chart_file;          // the chart's Chart.yaml, absolute
  std::vector<std::string> names;  // the path in the chart's values, the outermost key first
};

// Returns the place of a node of a manifest; nullopt if it is no such value, or if the chart is elsewhere.
// `path`: of the manifest, absolute.
std::optional<ReleaseValues> FindReleaseValues(const lsp::TextTree& tree, size_t node,
                                               const std::string& path, const OpenDocuments& opened,
                                               source::FileReader& reader);

}  // namespace kval::cli
