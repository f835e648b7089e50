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
  // The likely cause: `field` may be the intended key, in the map of the key `parent` above it, or an item
  // without the space after its dash. With a `count`: that many keys belong to the map at the path `parent`,
  // whose line is missing.
  const types::Field* field = nullptr;
  std::string parent = {};
  int64_t count = 0;
  // The enclosing map (held by `outer_key`, if by a key) that lacks a key with this name.
  const value::Value* outer = nullptr;
  const value::Value* outer_key = nullptr;
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
  // The value is a default: the map `incomplete_map` (held by `incomplete_map_key`, if by a key) below the
  // root was set without the key `omitted_key`. Else null.
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
  // Keys with the same cause if they are reported as unknown (misplaced_key.h).
  std::vector<const value::Value*> misplaced_keys = {};
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
