#pragma once

#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::driver {

// Replaces template expressions of Azure Pipelines, which are keys like `${{ if … }}`, by what is below them,
// as the language server of Azure Pipelines does: a list item that is one expression by its value or the
// items of its value, an expression in a map by the entries of its value, and any other one by nothing. The
// last of several equal keys wins. Returns `root` itself if it has no expression, or if the result would be
// too large.
const value::Value* ReplacePipelineExpressions(const value::Value& root, Arena& arena);

}  // namespace kval::driver
