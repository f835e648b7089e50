#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "src/source/source_map.h"
#include "src/source/span.h"
#include "src/value/value.h"

// The origin of final values: `kval values --provenance`. Shows locations only, not the values of lower
// layers, which may be secret.
namespace kval::cli {

// Returns the locations of a scalar or empty collection, newest first: of the final layer, then of those that
// it overrode. At most 16; omits locations unknown to `sources`.
std::vector<source::Span> OriginSpans(const value::Value& value, const source::SourceMap& sources);

// `prod.yml:3:8, over base.yml:2:8 and schema.yml:5:8`, or `computed from …`, safe to print and on one line;
// empty without places.
std::string FormatProvenance(const value::Value& value, const source::SourceMap& sources);

// Appends a JSON array with one object for each scalar and each empty collection, in order, one per line:
// `{"path": ["image", "tag"], "pointer": "/image/tag", "value": "1.2", "computed": false, "places": [{"file":
// …, "line": …, "column": …}]}`, with columns in code points. Keys that are not strings are converted to
// strings in paths. Iterative. Returns false if `out` exceeds `most` bytes; it is then truncated.
bool WriteProvenance(const value::Value& document, const source::SourceMap& sources, size_t most,
                     std::string& out);

}  // namespace kval::cli
