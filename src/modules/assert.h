#pragma once

#include <string>

#include "src/lang/starlark/heap.h"
#include "src/modules/value_check.h"

// The rule objects of ytt's `assert`: `assert.min(1).check(value)` returns True or fails.
namespace kval::modules {

// A rule object. `parameter` is what errors call the argument of `check`.
starlark::Value NewAssertion(starlark::Heap& heap, std::string parameter, ValueCheck validator);

}  // namespace kval::modules
