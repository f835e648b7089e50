#pragma once

#include <string>
#include <vector>

#include "src/diag/path.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// A violation, without its message, which is generated later (fault_words.h). `what` determines which members
// are set.
struct Violation {
  enum class ViolationKind : uint8_t {
    kMismatch,       // the value is of another kind than `type`, or another literal
    kNever,          // a value where `type` allows none
    kNoUnionMember,  // the value fits none of `types`, all of which take its kind
    kUnknownKey,  // `child` is not declared by the record `type`; `field` may be the intended one, in the map
                  // of the key `name` above it, or an item without the space after its dash. With a `count`:
                  // that many keys belong to the map at the path `name`, whose line is missing
    kMissingKey,  // the record lacks `field`, or the key `name`
    kKeyCount,    // `count` keys match `key_rule`
    kBrokenKeyRule,   // `key_rule` failed to run: `verdict`; asked about `child`, or about the number of keys
    kRule,            // `rule` does not hold: `verdict`
    kCondition,       // whether `rule` applies is unknown: `verdict`
    kNoOperandHolds,  // none of `types` holds
    kInvalidDiscriminator,  // the discriminating value is not among those of `types`
    kSeveralHold,           // more than one of `types` holds, of which `rule` allows one
    kExcludedTypeHolds,     // `types[0]` holds
    kDependentKey,          // the record has `child` but not the key `name`
    kItemCount,             // `count` items fit the type of `rule`, which limits their number
    kKeyName,               // the key `child` does not fit the type of `rule`
    kUnevaluatedKey,        // no schema evaluates the key `child`
  };
  ViolationKind what = ViolationKind::kMismatch;
  const value::Value* key = nullptr;  // the key that holds the value, or null
  const value::Value* value = nullptr;
  diag::Path path;
  types::TypeId type;
  const value::Value* child = nullptr;
  const value::Value* held = nullptr;  // for an unknown or unevaluated key: its value
  const types::Field* field = nullptr;
  const types::KeyRule* key_rule = nullptr;
  const types::Rule* rule = nullptr;
  // `value` is a default: the map `incomplete_map` (held by `incomplete_map_key`, if by a key) below the root
  // was set without the key `omitted_key`. Else null.
  const value::Value* incomplete_map = nullptr;
  const value::Value* incomplete_map_key = nullptr;
  const value::Value* omitted_key = nullptr;
  // For an unknown key: the enclosing map (held by `outer_key`, if by a key) that lacks a key with its name.
  const value::Value* outer = nullptr;
  const value::Value* outer_key = nullptr;
  // For a missing or unknown key: other keys with the same cause if they are reported as unknown
  // (key_elsewhere.h).
  std::vector<const value::Value*> misplaced_keys;
  // The condition that requires the key holds for the map `undecided_map` only because these keys are
  // missing: if that is a violation, this one is its consequence.
  const value::Value* undecided_map = nullptr;
  std::vector<std::string> undecided_by;
  // Other kinds of values that alternative schemas allow here: "number or boolean". Empty: none.
  std::string other_kinds;
  int64_t count = 0;
  std::string name;
  std::vector<types::TypeId> types;
  types::PredicateResult verdict;
};

using Violations = std::vector<Violation>;

}  // namespace kval::check
