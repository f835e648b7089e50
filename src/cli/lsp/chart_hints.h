#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "src/cli/lsp/open_document.h"
#include "src/lsp/structure/structure_results.h"

namespace kval::cli {

// Adds hints to values.yaml of a chart: the values by which other values files of the chart override its own.
// Each is at the byte at which its value ends. Nothing for other documents. Cost: reads at most 8 files.
void AddChartHints(const std::string& path, const OpenDocuments& opened,
                   std::map<size_t, std::vector<lsp::InlayHint>>& hints);

}  // namespace kval::cli
