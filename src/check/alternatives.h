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

// The property that distinguishes types.
enum class ToldBy : uint8_t {
  kShapes,  // literals alone
  kRules,   // literals, and rules that list values
  // For types that constrain values only under a condition and otherwise accept: the values in the condition.
  kConditions,
  kChoices,  // what rules and literals list for a key that a map has
};

// The scalars that a type lists: nothing else but null fits it. Empty where it lists none.
std::vector<const value::Value*> ScalarsListed(const types::Model& model, types::TypeId type, ToldBy told_by);

// Selects the candidates among many types for a value by the values that they list, directly or for one key
// of a map. Indexes lists of types that a document uses repeatedly.
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
    std::string key;  // for maps; empty: no distinguishing key
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
