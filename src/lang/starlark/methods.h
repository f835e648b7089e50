#pragma once

#include <span>
#include <string_view>

#include "src/lang/starlark/arguments.h"
#include "src/lang/starlark/environment.h"
#include "src/lang/starlark/heap.h"

namespace kval::starlark {

// A builtin function or a method of a builtin type.
struct Method {
  std::string_view name;
  Outcome<Value> (*run)(const Call& call);
};

// Sorted by name; empty for types without methods.
std::span<const Method> MethodsOf(Kind kind);
const Method* FindMethod(Kind kind, std::string_view name);

std::span<const Method> StringMethods();
std::span<const Method> ListMethods();
std::span<const Method> DictMethods();
std::span<const Method> SetMethods();

// Adds the arguments of dict() or dict.update(): a mapping or pairs, then keywords.
Status UpdateDict(const Call& call, Dict& dict);

// The functions that every program has, and None, True, False.
std::span<const Method> UniverseFunctions();
void DefineUniverse(Heap& heap, Environment& universe);

}  // namespace kval::starlark
