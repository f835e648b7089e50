#pragma once

#include <string_view>
#include <vector>

#include "src/lang/starlark/ast.h"
#include "src/source/span.h"

namespace kval::annotations {

// `v.b` in a rule: kval takes it for `v["b"]`, but ytt's maps have no attributes and the rule fails.
struct AttributeUse {
  source::Span object;  // `v`
  source::Span place;   // `b`
  std::string_view name;
};

// The attributes that `function`, a rule, reads of its value, of `ctx.parent` and `ctx.root`, and of what it
// takes from them by indexes, loops and assignments. Methods of strings are left out. Functions that it calls
// are not looked into. `has_context`: its second parameter is `ctx`.
std::vector<AttributeUse> AttributesReadBy(const starlark::FunctionCode& function, bool has_context);

}  // namespace kval::annotations
