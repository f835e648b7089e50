#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "src/check/budget.h"
#include "src/check/position_index.h"
#include "src/types/model.h"
#include "src/value/entry_index.h"
#include "src/value/value.h"

namespace kval::check {

// The property that distinguishes types.
enum class Discriminator : uint8_t {
  kShapes,  // literals alone
  kRules,   // literals, and rules that list values
  // For types that constrain values only under a condition and otherwise accept: the values in the condition.
  kConditions,
  kChoices,  // what rules and literals list for a key that a map has
};

// Returns the scalars that a type enumerates, if only these and null fit it; otherwise empty.
std::vector<const value::Value*> EnumScalars(const types::Model& model, types::TypeId type,
                                             Discriminator discriminator);

// Selects the candidates among many types for a value by the values that they list, directly or for one key
// of a map. Indexes lists of types that a document uses repeatedly.
class UnionIndex {
 public:
  // Returns the types among `types` that the value may fit, in their order; it fits none of the others (with
  // kConditions, all the others hold). Nullopt if it may fit any type.
  std::optional<std::vector<types::TypeId>> Of(const types::Model& model,
                                               const std::vector<types::TypeId>& types,
                                               const value::Value& value, Discriminator discriminator,
                                               value::EntryIndex& keys, Budget& budget);

 private:
  struct IndexedUnion {
    size_t times_requested = 0;
    std::string key;  // for maps; empty: no distinguishing key
    PositionIndex by_key, by_value;
    // Types that may fit a map with any value for the key, a map without the key, and any scalar.
    std::vector<uint32_t> any_map, without_key, any_scalar;
  };
  static void Note(const types::Model& model, const std::vector<types::TypeId>& types,
                   Discriminator discriminator, IndexedUnion& noted, Budget& budget);

  std::unordered_map<const std::vector<types::TypeId>*, IndexedUnion> indexed_[3];
};

}  // namespace kval::check
