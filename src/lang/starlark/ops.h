#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/starlark/host_value.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/value.h"
#include "src/lang/starlark/work.h"

namespace kval::starlark {

// The operations that every value has and that run no code, as starlark-go defines them.

// What type(x) gives: NoneType, bool, int, float, string, list, …
std::string_view TypeName(Value value);
bool Truth(Value value);
// What repr(x) and str(x) give. A list or dict that holds itself is `[...]` and `{...}`.
std::string Repr(Value value);
// The same for a message, which is cut beyond kLongestMessage.
std::string BriefRepr(Value value);
std::string Str(Value value);
// A float as str() writes it: `1.0`, `1e+20`, `nan`, `+inf`.
std::string FloatText(double real);

// `work` counts compared values; null only without a heap.
Outcome<bool> Compare(Comparison comparison, Value a, Value b, Work* work = nullptr);
Outcome<bool> Equal(Value a, Value b, Work* work = nullptr);
// `unhashable type: list`.
Outcome<uint32_t> Hash(Value value, Work* work = nullptr);

bool IsCallable(Value value);
// What to do where another kind of value is wanted: a function is to be called, None to be tested for. Empty
// for other values.
std::string MisuseHint(Value value);
bool IsIterable(Value value);
// len(x), or -1 when it has none.
int64_t Length(Value value);
// Makes everything that can be reached immutable.
void FreezeDeep(Value value);

}  // namespace kval::starlark
