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
// `then` applies if the condition holds, otherwise `otherwise`; either may be unset.
struct IfThenElse {
  TypeId condition, then, otherwise;
};
// Required keys of a map.
struct RequiredKeys {
  std::vector<std::string> keys;
};
// Required keys of a map that has `key`.
struct DependentKeys {
  std::string key;
  std::vector<std::string> keys;
};
// The type of a map that contains `key`.
struct DependentType {
  std::string key;
  TypeId type;
};
// The number of items of an array that fit a type.
struct Contains {
  TypeId item;
  int64_t at_least = 1;
  int64_t at_most = std::numeric_limits<int64_t>::max();
  bool evaluates = false;  // items that fit count as evaluated
};
// The type of the keys of a map.
struct KeyNames {
  TypeId type;
};
// The type of keys that neither the same type nor its assertions evaluate.
struct UnevaluatedKeys {
  TypeId type;
};
// The type of items that neither the same type nor its assertions evaluate.
struct UnevaluatedItems {
  TypeId type;
};

using Assertion = std::variant<AllOf, AnyOf, ExactlyOne, Not, IfThenElse, RequiredKeys, DependentKeys,
                               DependentType, Contains, KeyNames, UnevaluatedKeys, UnevaluatedItems>;

// Returns the name in dumps: `all of`, `exactly one of`.
std::string_view NameOf(const Assertion& assertion);

// A type used by an assertion, with its role (`then`).
struct Operand {
  std::string_view part;
  TypeId type;
};
std::vector<Operand> OperandsOf(const Assertion& assertion);

}  // namespace kval::types
