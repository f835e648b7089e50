#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "src/check/budget.h"
#include "src/check/hashed_places.h"
#include "src/types/model.h"
#include "src/value/entry_index.h"
#include "src/value/value.h"

namespace kval::check {

// What tells types apart.
enum class ToldBy : uint8_t {
  kShapes,  // literals alone
  kRules,   // literals, and rules that list values
  // Of types that say something only under a condition, without which they hold: what the condition lists.
  kConditions,
  kChoices,  // what rules and literals list for a key that a map has
};

// The scalars that a type lists: nothing else but null fits it. Empty where it lists none.
std::vector<const value::Value*> ScalarsListed(const types::Model& model, types::TypeId type, ToldBy told_by);

// Which of many types a value may be, where they are told apart by the values that they list, for themselves
// or for one key of a map. Of each list of types that a document asks for again and again that is noted once.
class Alternatives {
 public:
  // Those of `types` that the value may be, in their order: it is none of the others (with kConditions, all
  // the others hold). Nothing when it may be any of them.
  std::optional<std::vector<types::TypeId>> Of(const types::Model& model,
                                               const std::vector<types::TypeId>& types,
                                               const value::Value& value, ToldBy told_by,
                                               value::EntryIndex& keys, Budget& budget);

 private:
  struct Noted {
    size_t times_asked = 0;
    std::string key;  // of maps; empty: none tells them apart
    HashedPlaces by_key, by_value;
    // Those that a map may be whatever is at the key, that it may be without it, and that a scalar may be
    // whatever it is.
    std::vector<uint32_t> any_map, without_key, any_scalar;
  };
  static void Note(const types::Model& model, const std::vector<types::TypeId>& types, ToldBy told_by,
                   Noted& noted, Budget& budget);

  std::unordered_map<const std::vector<types::TypeId>*, Noted> noted_[3];
};

}  // namespace kval::check
