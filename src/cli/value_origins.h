#pragma once

#include <vector>

#include "src/source/source_map.h"
#include "src/source/span.h"
#include "src/value/value.h"

// Where the final values of merged layers come from.
namespace kval::cli {

// Returns the locations of a scalar or empty collection, newest first: of the final layer, then of those that
// it overrode. At most 16; omits locations unknown to `sources`.
std::vector<source::Span> OriginSpans(const value::Value& value, const source::SourceMap& sources);

// Returns whether the value has no source location, only the inputs of its computation. A flag or a KCL
// program may contain it.
bool IsComputed(const value::Value& value, const source::SourceMap& sources);

}  // namespace kval::cli
