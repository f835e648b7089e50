#pragma once

#include <vector>

#include "include/kval/kval.h"
#include "src/diag/diagnostic.h"
#include "src/source/source_map.h"

namespace kval::api {

// Findings as data: spans become places with lines and columns.
std::vector<Finding> ToFindings(const std::vector<diag::Diagnostic>& diagnostics,
                                const source::SourceMap& sources);

// Without value where `sources` does not know the span.
Place PlaceOf(source::Span span, const source::SourceMap& sources);

std::vector<PathStep> PathOf(const diag::Path& path);

// A finding that has no place, of its kind's own severity.
Finding FindingOf(diag::Kind kind, std::string message);

}  // namespace kval::api
