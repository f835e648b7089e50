#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "src/support/id.h"

// Assertions about a value in terms of other types. Each applies to the whole value, including shape, rules
// and assertions, unlike the members of a Union, which are selected by shape.
namespace kval::types {

using TypeId = Id<struct TypeTag>;

struct AllOf {
  std::vector<TypeId> types;
};
struct AnyOf {
  std::vector<TypeId> types;
};
struct ExactlyOne {
  std::vector<TypeId> types;
};
struct Not {
  TypeId type;
};
// `then` where the condition holds, `otherwise` where it does not; either may be without value.
struct IfThenElse {
  TypeId condition, then, otherwise;
};
// Keys that a map must have.
struct RequiredKeys {
  std::vector<std::string> keys;
};
// Keys that a map must have where it has `key`.
struct DependentKeys {
  std::string key;
  std::vector<std::string> keys;
};
// The type of a map that contains `key`.
struct DependentType {
  std::string key;
  TypeId type;
};
// How many items of an array fit a type.
struct Contains {
  TypeId item;
  int64_t at_least = 1;
  int64_t at_most = std::numeric_limits<int64_t>::max();
  bool evaluates = false;  // the items that fit count as evaluated
};
// What each key of a map must be, as a value.
struct KeyNames {
  TypeId type;
};
// The type of keys that neither the same type nor its assertions evaluate.
struct UnevaluatedKeys {
  TypeId type;
};
// The same of an array's items.
struct UnevaluatedItems {
  TypeId type;
};

using Assertion = std::variant<AllOf, AnyOf, ExactlyOne, Not, IfThenElse, RequiredKeys, DependentKeys,
                               DependentType, Contains, KeyNames, UnevaluatedKeys, UnevaluatedItems>;

// The word that the dump has for it: `all of`, `exactly one of`.
std::string_view NameOf(const Assertion& assertion);

// A type used by an assertion, with its role (`then`).
struct Operand {
  std::string_view part;
  TypeId type;
};
std::vector<Operand> OperandsOf(const Assertion& assertion);

}  // namespace kval::types
