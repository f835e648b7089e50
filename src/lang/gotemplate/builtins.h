#pragma once

#include <cstdint>
#include <span>

#include "src/lang/gotemplate/functions.h"

namespace kval::gotemplate {

// The language's own functions.
std::span<const Function> Builtins();

// Functions that the evaluator handles itself.
enum class SpecialFunction : uint8_t { kNone, kAnd, kOr, kCall };
SpecialFunction SpecialFunctionOf(const Function& function);

}  // namespace kval::gotemplate
