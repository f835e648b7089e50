#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <variant>

#include "src/lang/starlark/arguments.h"
#include "src/lang/starlark/object.h"

namespace kval::starlark {

// A Value that must be callable, iterable.
struct CallableTarget {
  Value* value;
};
struct IterableTarget {
  Value* value;
};

// One parameter of a builtin and the target of its argument. A name that ends in `?` is optional, as are all
// subsequent ones; the target then keeps its initial value. `??` also treats None as absent.
struct ParamSlot {
  std::string_view name;
  std::variant<Value*, bool*, int64_t*, double*, std::string_view*, List**, Dict**, Tuple**, CallableTarget,
               IterableTarget>
      target;
};

// Assigns the arguments of a call to parameters by position or keyword. Errors, as in starlark-go:
//   `f: missing argument for x`, `f: got 3 arguments, want at most 2`, `f: unexpected keyword argument y`,
//   `f: for parameter x: got string, want int`.
Status UnpackArgs(const Call& call, std::initializer_list<ParamSlot> params);

// The same without keywords: `f: unexpected keyword arguments`, `f: got 1 arguments, want 2`.
Status UnpackPositional(const Call& call, size_t required, std::initializer_list<ParamSlot> params);

// The built-in function that calls kFunction with these further arguments.
template <auto kFunction, auto... kArguments>
Outcome<Value> With(const Call& call) {
  return kFunction(call, kArguments...);
}

}  // namespace kval::starlark
