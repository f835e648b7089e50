#pragma once

#include <string>
#include <string_view>

#include "src/merge/plan.h"
#include "src/source/source_map.h"
#include "src/value/builder.h"
#include "src/value/value.h"

// A notation for small values with overlay operations, for tests only: `{a: 1, !replace b: [x, !remove y]}`.
// Words are strings, digits ints, `~` null. Marks before a key or an item name its operation:
//   !merge !replace !or_add !remove !append !assert !insert_before !insert_after
//   !match !by=KEY !index=N !expects=N !at_least=N !optional !when=N !children_optional !children=N
namespace kval::merge {

// Parses `text`, which becomes a file of `sources`. Adds the operations to `plan`, which may be null.
const value::Value* Read(std::string text, source::SourceMap& sources, value::Builder& builder,
                         MergePlan* plan);
// Writes a value in the same notation, without spaces after commas and without marks.
std::string Write(const value::Value& value);

}  // namespace kval::merge
