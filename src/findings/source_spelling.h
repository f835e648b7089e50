#pragma once

#include <optional>
#include <string_view>

#include "src/source/source_map.h"
#include "src/source/span.h"
#include "src/value/scalar_resolve.h"
#include "src/value/value.h"

// The source spelling of scalars. Value::raw may differ: for Helm the number 1.10 is 1.1, and large numbers
// lose digits.
namespace kval::findings {

// Returns the source spelling of a scalar without quotes, for fixes. Nullopt if the location contains
// something else (an alias, an expression) or another spelling (escapes, several lines). Without `sources`,
// or for unknown locations, the value's raw text counts if it can be the source.
std::optional<std::string_view> SourceSpelling(const value::Value& scalar, value::Dialect dialect,
                                               const source::SourceMap* sources);

// Returns the location of the scalar's tag, from `!` on; no value if it has none or `sources` does not
// contain it.
source::Span TagOf(const value::Value& scalar, const source::SourceMap* sources);

}  // namespace kval::findings
