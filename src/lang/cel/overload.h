#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "src/lang/cel/context.h"
#include "src/lang/cel/type.h"
#include "src/lang/cel/value.h"

namespace kval::cel {

struct Overload;

// One call while it runs. The arguments have values of the kinds that the overload declares.
struct Call {
  Context& context;
  std::span<const Value> args;  // the target of a member first
  const Overload& overload;
};

using Implementation = Value (*)(Call& call);
// The cost of a call in Kubernetes' units.
using Cost = uint64_t (*)(const Call& call, const Value& result);

// One line of a library's table. `signatures` has one or more of `types -> type`, parted by `|`; letters in
// upper case are parameters: `A, list(A) -> bool | A, map(A, B) -> bool`.
struct LibraryEntry {
  std::string_view function;
  bool is_member;  // `target.function(…)`
  std::string_view signatures;
  Implementation run;   // null if the evaluator implements it
  Cost cost = nullptr;  // null for 1
};

// One signature of a function.
struct Overload {
  std::string_view function;
  bool is_member;
  std::span<const Type* const> params;
  const Type* result;
  uint32_t parameter_count;  // of type parameters; they are numbered from 0
  Implementation run;
  Cost cost;
};

// Returns all overloads of a function, members or not; empty if there is no such function.
std::span<const Overload* const> FindFunction(std::string_view name);

// Whether a value is valid for a declared type. For lists and maps the first item decides.
bool Accepts(const Type& declared, const Value& value);

// Returns the bytes of a string, or of a value parsed from one; 0 for others.
size_t TextSize(const Value& value);

// For costs: the length of strings in characters, the size of collections, 1 for others.
uint64_t SizeForCost(const Value& value);

}  // namespace kval::cel
