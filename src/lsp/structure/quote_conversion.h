#pragma once

#include <string_view>
#include <vector>

#include "src/lsp/edit_results.h"
#include "src/value/value.h"

namespace kval::lsp {

struct QuoteConversion {
  value::Style style;  // plain, in single or in double quotes
  FileEdit edit;       // replaces the scalar
};

// Returns the other ways to write the scalar of one line at a position of a YAML text. Each leaves all values
// of the text as they are: a plain scalar that is not a string in every dialect gets no quotes, and quotes
// are removed only if the scalar is a string without them. Empty for other nodes.
std::vector<QuoteConversion> FindQuoteConversions(std::string_view text, size_t at);

}  // namespace kval::lsp
