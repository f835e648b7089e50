#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "src/cli/open_document.h"
#include "src/lsp/completion_context.h"
#include "src/lsp/results.h"

// Hover and completion in the values files of a chart that has no schema: by the chart's own values.yaml.
namespace kval::cli {

// What a hover shows of the key or value at a byte of an open document, in Markdown. Empty if the document
// has no values of a chart, or values.yaml does not have the key.
std::string ChartValuesHover(const OpenDocuments& opened, const std::string& path,
                             const ProcessEnvironment& environment, size_t at);

// Adds the keys that values.yaml has at the place of a word and the document does not have yet.
void AddChartKeys(const OpenDocuments& opened, const std::string& path, const ProcessEnvironment& environment,
                  const lsp::CompletionContext& typed, std::vector<lsp::CompletionItem>& items);

}  // namespace kval::cli
