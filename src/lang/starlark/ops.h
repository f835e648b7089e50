#pragma once

#include <string>
#include <string_view>

#include "src/lang/starlark/host_value.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/step_counter.h"
#include "src/lang/starlark/value.h"

namespace kval::starlark {

// The operations that every value has and that run no code, as starlark-go defines them.

// Returns the result of type(x): NoneType, bool, int, float, string, list, …
std::string_view TypeName(Value value);
bool Truth(Value value);
// Return the results of repr(x) and str(x). A list or dict inside itself is shown as `[...]` or `{...}`.
std::string Repr(Value value);
// The same for a message, truncated to kLongestMessage.
std::string BriefRepr(Value value);
std::string Str(Value value);
// Formats a float like str(): `1.0`, `1e+20`, `nan`, `+inf`.
std::string FloatText(double real);

// `work` counts compared values; null only without a heap.
Outcome<bool> Compare(Comparison comparison, Value a, Value b, StepCounter* work = nullptr);
Outcome<bool> Equal(Value a, Value b, StepCounter* work = nullptr);
// `unhashable type: list`.
Outcome<uint32_t> Hash(Value value, StepCounter* work = nullptr);

bool IsCallable(Value value);
// Returns a hint for a value of the wrong kind: call the function, test for None. Empty for other values.
std::string MisuseHint(Value value);
bool IsIterable(Value value);
// Returns len(x), or -1 if the value has no length.
int64_t Length(Value value);
// Freezes the value and everything reachable from it.
void FreezeDeep(Value value);

}  // namespace kval::starlark
