#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/lsp/open_document.h"
#include "src/lsp/structure/structure_results.h"
#include "src/lsp/structure/text_tree.h"

namespace kval::cli {

// Hints by the byte of the document at which each is shown.
using Hints = std::map<size_t, std::vector<lsp::InlayHint>>;

// Returns the hint about defaults of the missing keys of a map that ends there: `+ key: value, …`. `from`:
// where they are declared; may be empty.
lsp::InlayHint DefaultsHint(size_t end, std::span<const std::string> defaults, const std::string& from);

// Adds a hint to each map in a part of a document: the defaults that its schema, or its kind of resource,
// declares for missing keys. Nothing at places with such a hint. Cost: at most 200 maps are described.
void AddSchemaDefaults(const std::string& path, const OpenDocuments& opened,
                       const ProcessEnvironment& environment, lsp::ByteRange range, Hints& hints);

}  // namespace kval::cli
