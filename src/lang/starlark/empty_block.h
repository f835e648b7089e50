#pragma once

#include <optional>

#include "src/lang/starlark/program.h"
#include "src/source/span.h"

namespace kval::starlark {

// The innermost block that ends the first statement of a program and holds nothing: `def f():` and `end`.
// ytt's reader of .star files looks for where that statement ends (syntax.Start of the first statement), and
// dies of a block without statements; of later ones it takes no notice.
std::optional<source::Span> EmptyBlockOfFirst(const Program& program);

}  // namespace kval::starlark
