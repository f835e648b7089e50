#pragma once

#include <optional>
#include <string_view>

#include "src/source/source_map.h"
#include "src/source/span.h"
#include "src/value/scalar_resolve.h"
#include "src/value/value.h"

// Scalars as they stand in a file. A value's own text (Value::raw) is not always that: to Helm the
// number 1.10 is 1.1, and a large one has lost digits.
namespace kval::check {

// The spelling of the scalar without its quotes: what a reader of the file may be told to write otherwise. No
// value where the place says something else than the scalar (an alias, an expression) or spells it in another
// way (escapes, several lines). Without `sources`, or where they do not know the place, the value's own text
// counts as long as it may be what stands there.
std::optional<std::string_view> WrittenText(const value::Value& scalar, value::Dialect dialect,
                                            const source::SourceMap* sources);

// The tag before the scalar, from `!` on; no value when it has none, or `sources` cannot say.
source::Span TagOf(const value::Value& scalar, const source::SourceMap* sources);

}  // namespace kval::check
