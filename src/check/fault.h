#pragma once

#include <string>
#include <vector>

#include "src/diag/path.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// Something that a check found wrong, as facts; words are chosen afterwards (fault_words.h). Which of the
// members have a meaning depends on `what`.
struct Fault {
  enum class What : uint8_t {
    kMismatch,    // the value is of another kind than `type`, or another literal
    kNever,       // a value where `type` allows none
    kNoArm,       // the value fits none of `types`, all of which take its kind
    kUnknownKey,  // `child` is not declared by the record `type`; `field` may be the intended one, in the map
                  // of the key `name` above it, or an item without the space after its dash. With a `count`:
                  // that many keys belong to the map at the path `name`, whose line is missing
    kMissingKey,  // the record lacks `field`, or the key `name`
    kKeyCount,    // `count` keys match `key_rule`
    kBrokenKeyRule,  // `key_rule` failed to run: `verdict`; asked about `child`, or about the number of keys
    kRule,           // `rule` does not hold: `verdict`
    kCondition,      // whether `rule` applies is unknown: `verdict`
    kNoneHolds,      // none of `types` holds
    kNoChoice,       // the discriminating value is none of `types`'
    kSeveralHold,    // more than one of `types` holds, of which `rule` allows one
    kHoldsButMustNot,  // `types[0]` holds
    kDependentKey,     // the record has `child` but not the key `name`
    kItemCount,        // `count` items are as `rule` wants some to be
    kKeyName,          // the key `child` is not as `rule` wants keys to be
    kUnevaluatedKey,   // no schema evaluates the key `child`
  };
  What what = What::kMismatch;
  const value::Value* key = nullptr;  // the key that holds the value, or null
  const value::Value* value = nullptr;
  diag::Path path;
  types::TypeId type;
  const value::Value* child = nullptr;
  const value::Value* held = nullptr;  // for an unknown or unevaluated key: its value
  const types::Field* field = nullptr;
  const types::KeyRule* key_rule = nullptr;
  const types::Rule* rule = nullptr;
  // `value` is a default: the map `lacking` (held by `lacking_key`, if by a key) below the root was set
  // without the key `left_out`. Else null.
  const value::Value* lacking = nullptr;
  const value::Value* lacking_key = nullptr;
  const value::Value* left_out = nullptr;
  // Of an unknown key: the map above (held by `outer_key`, if by a key) that lacks a key of its name.
  const value::Value* outer = nullptr;
  const value::Value* outer_key = nullptr;
  // For a missing or unknown key: other keys with the same cause if they are reported as unknown
  // (key_elsewhere.h).
  std::vector<const value::Value*> elsewhere;
  // The condition that requires the key holds for the map `undecided` only because these keys are missing: if
  // that is a violation, this one is its consequence.
  const value::Value* undecided = nullptr;
  std::vector<std::string> undecided_by;
  // Other kinds of values that alternative schemas allow here: "number or boolean". Empty: none.
  std::string also;
  int64_t count = 0;
  std::string name;
  std::vector<types::TypeId> types;
  types::Verdict verdict;
};

using Faults = std::vector<Fault>;

}  // namespace kval::check
