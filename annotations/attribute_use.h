#pragma once

#include <string_view>
#include <vector>

#include "src/lang/starlark/ast.h"
#include "src/source/span.h"

namespace kval::annotations {

// An attribute access `v.b` in a rule. kval evaluates it like `v["b"]`, but ytt's maps have no attributes, so
// the rule fails in ytt.
struct AttributeUse {
  source::Span object;  // `v`
  source::Span place;   // `b`
  std::string_view name;
};

// Returns the attributes that the rule `function` reads from its value, `ctx.parent`, `ctx.root`, and values
// derived from them by indexes, loops and assignments. Excludes string methods. Does not follow calls of
// other functions. `has_context`: the second parameter is `ctx`.
std::vector<AttributeUse> AttributesReadBy(const starlark::FunctionCode& function, bool has_context);

}  // namespace kval::annotations
