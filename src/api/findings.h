#pragma once

#include <vector>

#include "include/kval/kval.h"
#include "src/diag/diagnostic.h"
#include "src/source/source_map.h"

namespace kval::api {

// Converts diagnostics to findings of the API: spans become files with lines and columns.
std::vector<Finding> ToFindings(const std::vector<diag::Diagnostic>& diagnostics,
                                const source::SourceMap& sources);

// Returns a place without value if `sources` does not contain the span.
SourceLocation ToSourceLocation(source::Span span, const source::SourceMap& sources);

// Converts a path to the API's type.
std::vector<PathStep> PathOf(const diag::Path& path);

// Returns a finding without a location, with the default severity of its kind.
Finding MakeFinding(diag::Kind kind, std::string message);

}  // namespace kval::api
