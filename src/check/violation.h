#pragma once

#include <string>
#include <variant>
#include <vector>

#include "src/diag/path.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// The kinds of violations, with the facts of each. Messages are generated later (headlines.h).
namespace violation {

// The value is of another kind than the type, or another literal.
struct Mismatch {};

// The type allows no value.
struct NeverAllowed {};

// The value fits none of a union's `types`, all of which accept its kind.
struct NoUnionMember {
  std::vector<types::TypeId> types;
};

// The record does not declare the key.
struct UnknownKey {
  const value::Value* key = nullptr;
  const value::Value* value = nullptr;
  bool is_unevaluated = false;  // no schema evaluates the key
  // The declared field with a similar name, or null. Results of rules about the map are then unreliable.
  const types::Field* similar = nullptr;
  // The key above this one that has no value, and whose map declares this key as `field_below`, or whose
  // array expects this item (null). Null: there is none.
  const value::Value* valueless_key = nullptr;
  const types::Field* field_below = nullptr;
};

// The map lacks the key `name`, which `field` declares or the rule requires.
struct MissingKey {
  std::string name;
  const types::Field* field = nullptr;
};

// `count` keys match the key rule.
struct KeyCount {
  const types::KeyRule* rule;
  int64_t count;
  types::PredicateResult verdict;
};

// The key rule failed to run for `key`, or, if it is null, for the number of keys.
struct BrokenKeyRule {
  const types::KeyRule* rule;
  const value::Value* key;
  types::PredicateResult verdict;
};

// The rule does not hold, or, if not `is_decided`, it is unknown whether it applies.
struct FailedRule {
  types::PredicateResult verdict;
  bool is_decided = true;
  // The value is a default: a map was set without the key `omitted_key`. The map, unless it is the document,
  // is `incomplete_map` (held by `incomplete_map_key`, if by a key). Else null.
  const value::Value* incomplete_map = nullptr;
  const value::Value* incomplete_map_key = nullptr;
  const value::Value* omitted_key = nullptr;
};

// None of the types holds. `types`: the closest ones of `considered`.
struct NoneHolds {
  std::vector<types::TypeId> types;
  int64_t considered = 0;
};

// The discriminating value is not among those of the types.
struct InvalidChoice {
  std::vector<types::TypeId> types;
};

// `types` hold, of which the rule allows one of `count`.
struct SeveralHold {
  std::vector<types::TypeId> types;
  size_t count = 0;
};

// The type that the rule excludes holds.
struct ExcludedTypeHolds {
  types::TypeId type;
};

// The map has the key `because` but not the key `name`.
struct DependentKey {
  std::string name;
  const value::Value* because;
};

// `count` items fit the type of the rule, which limits their number.
struct ItemCount {
  int64_t count;
};

// The key does not fit the type of the rule.
struct KeyName {
  const value::Value* key;
  types::TypeId type;
};

using Detail = std::variant<Mismatch, NeverAllowed, NoUnionMember, UnknownKey, MissingKey, KeyCount,
                            BrokenKeyRule, FailedRule, NoneHolds, InvalidChoice, SeveralHold,
                            ExcludedTypeHolds, DependentKey, ItemCount, KeyName>;

}  // namespace violation

// A violation, without its message.
struct Violation {
  violation::Detail detail;
  const value::Value* key = nullptr;  // the key that holds the value, or null
  const value::Value* value = nullptr;
  diag::Path path;
  types::TypeId type;
  const types::Rule* rule = nullptr;  // null: the violation concerns the value's shape
  // The violation follows from these missing keys of the map `undecided_map`, if they are a violation.
  const value::Value* undecided_map = nullptr;
  std::vector<std::string> undecided_by = {};
  // Other kinds of values that alternative schemas allow here: "number or boolean". Empty: none.
  std::string other_kinds = {};

  template <typename Kind>
  const Kind* As() const {
    return std::get_if<Kind>(&detail);
  }
  template <typename Kind>
  Kind* As() {
    return std::get_if<Kind>(&detail);
  }
};

using Violations = std::vector<Violation>;

}  // namespace kval::check
