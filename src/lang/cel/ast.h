#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "src/lang/cel/value.h"

namespace kval::cel {

struct Overload;

enum class ExprKind : uint8_t { kLiteral, kIdent, kSelect, kCall, kList, kMap, kObject, kComprehension };

// Calls that are not looked up among the functions when they run, and the rest.
enum class Op : uint8_t {
  kFunction,
  kAnd,
  kOr,
  kConditional,
  kNotStrictlyFalse,
  kEqual,
  kNotEqual,
  kIndex,
  kOptionalIndex,
  kOptionalSelect,
  kIn,
  kOptionalOr,       // optional.or(…)
  kOptionalOrValue,  // optional.orValue(…)
};

// The macro that an expression was expanded from, for explanations.
enum class Macro : uint8_t {
  kNone,
  kHas,
  kAll,
  kExists,
  kExistsOne,
  kMap,
  kFilter,
  kTransform,
  kBind,
  kSortBy
};

struct Expr;
struct Comprehension;

// Whether an item of a list or an entry of a map was written with `?`.
enum class Optionality : uint8_t { kRequired, kOptional };

// A node of a program. Created by the parser; the checker or the resolver adds the meaning of names;
// immutable afterwards.
struct Expr {
  ExprKind kind = ExprKind::kLiteral;
  Op op = Op::kFunction;
  bool is_member = false;  // kCall: `a.f()`, the target is the first argument
  bool is_test = false;    // kSelect: has()
  bool is_constant =
      false;             // kLiteral, or a list or map of constants that was evaluated in advance: `literal`
  bool appends = false;  // kCall of `+` that grows the accumulator of a comprehension
  bool is_implicit = false;    // made by a macro
  Macro macro = Macro::kNone;  // kComprehension, kSelect
  uint32_t at = 0;  // the offset that errors name, as cel-go has it: of the operator, the bracket, the name
  uint32_t begin = 0;  // the source that it covers
  uint32_t end = 0;
  int32_t slot = -1;           // kIdent: the variable; -1: none
  const Type* type = nullptr;  // set by the checker; otherwise null
  Value literal;               // kLiteral and is_constant
  std::string_view name;       // of an identifier, a field, a function, an object's type
  Expr* operand = nullptr;     // kSelect
  std::span<Expr*> args = {};  // kCall, kList: all; kMap: keys and values in turn; kObject: values
  std::span<const Optionality> optionals =
      {};  // kList: of each item, kMap: of each entry, kObject: of each field; empty when there are none
  std::span<const std::string_view> fields = {};    // kObject
  std::span<const Overload* const> overloads = {};  // kCall: overloads that match the known argument types
  Comprehension* comprehension = nullptr;
};

// The expansion of macros: a loop over a range that computes a result.
struct Comprehension {
  std::string_view variable;
  std::string_view second_variable;  // empty if there is none
  std::string_view accumulator;
  int32_t slot = -1;
  int32_t second_slot = -1;
  int32_t accumulator_slot = -1;
  Expr* range = nullptr;
  Expr* initial = nullptr;
  Expr* condition = nullptr;
  Expr* step = nullptr;
  Expr* result = nullptr;
};

// Returns whether a comprehension has two loop variables.
inline bool HasSecondVariable(const Comprehension& loop) {
  return !loop.second_variable.empty();
}

}  // namespace kval::cel
