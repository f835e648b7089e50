#pragma once

#include <optional>

#include "src/lang/starlark/program.h"
#include "src/source/span.h"

namespace kval::starlark {

// Returns the innermost empty block at the end of the first statement of a program: `def f():` and `end`.
// ytt's reader of .star files computes the end of the first statement (syntax.Start) and crashes if a block
// is empty; it does not examine later statements.
std::optional<source::Span> FindEmptyFirstBlock(const Program& program);

}  // namespace kval::starlark
