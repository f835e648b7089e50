#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/starlark/host_value.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/value.h"
#include "src/lang/starlark/work.h"

namespace kval::starlark {

// The operations that every value has, as starlark-go defines them.

// What type(x) gives: NoneType, bool, int, float, string, list, …
std::string_view TypeName(Value value);
bool Truth(Value value);
// What repr(x) and str(x) give. A list or dict that holds itself is `[...]` and `{...}`.
std::string Repr(Value value);
std::string Str(Value value);
// A float as str() writes it: `1.0`, `1e+20`, `nan`, `+inf`.
std::string FloatText(double real);

// `work` counts what was looked at; whoever has a heap gives it.
Outcome<bool> Compare(Comparison comparison, Value a, Value b, Work* work = nullptr);
Outcome<bool> Equal(Value a, Value b, Work* work = nullptr);
// `unhashable type: list`.
Outcome<uint32_t> Hash(Value value, Work* work = nullptr);

bool IsCallable(Value value);
bool IsIterable(Value value);
// len(x), or -1 when it has none.
int64_t Length(Value value);
// Appends all items of an iterable, a dict's keys. Gives false when it is not iterable; fails when there are
// too many for the memory limit.
Outcome<bool> Items(Interpreter& interpreter, Value value, std::vector<Value>& items);

// x.name, unset when there is no such attribute; and the names, sorted.
Outcome<Value> Attribute(Interpreter& interpreter, Value value, std::string_view name);
std::vector<std::string> AttributeNames(Value value);

// Makes everything that can be reached immutable.
void FreezeDeep(Value value);

// An int that may be larger than 64 bits, from decimal digits with an optional sign; unset when they are
// none.
Value IntFromText(Heap& heap, std::string_view digits, int base = 10);
// The nearest double of an int of any size.
double IntToDouble(Value integer);

}  // namespace kval::starlark
