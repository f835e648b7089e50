#pragma once

#include "src/lang/kcl/runtime/runtime.h"
#include "src/lang/kcl/runtime/value.h"

namespace kval::kcl::runtime {

// Returns the truth value, as in Python: empty values, zero, None and Undefined are false.
bool IsTruthy(const Value& value);

// `==`: numbers by value (`1 == 1.0`), dicts whatever their order, a dict never equals an instance.
// Very large and very deep values hit a limit; then the answer is false.
bool Equal(Runtime& runtime, const Value& a, const Value& b);
// The same, without checks, for values that passed CheckOutputSize (extent.h).
bool Equal(const Value& a, const Value& b);

enum class Ordering : uint8_t { kLess, kLessEqual, kGreater, kGreaterEqual };
// `<` and its kin; fails for values that have no order.
bool Compare(Runtime& runtime, Ordering ordering, const Value& a, const Value& b);

// Evaluates `item in container`; fails if the container is not a container.
bool Contains(Runtime& runtime, const Value& container, const Value& item);

// Returns whether setting `value` over `old` by `:` is not a conflict (KCL's value_subsume).
bool Subsumes(Runtime& runtime, const Value& value, const Value& old);

}  // namespace kval::kcl::runtime
