#pragma once

#include <vector>

#include "src/lang/starlark/ast.h"
#include "src/types/rule.h"
#include "src/value/builder.h"

namespace kval::annotations {

// Converts a lambda to equivalent built-in tests of its first parameter:
//
//   v > 0 and v <= 10    len(v) >= 3      v in ["a", "b"]      v == 1      v % 2 == 0
//   v.startswith("a")    v.endswith("b")  regexp.match("^a", v)
//
// Returns an empty vector for other expressions. Requires: the names that the lambda captures are the module
// `regexp`.
std::vector<types::Test> BuiltinTests(const starlark::FunctionCode& function, value::Builder& build);

}  // namespace kval::annotations
