#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// Returns whether the value is `-a`, written instead of the item `- a`. Numbers are not.
bool LacksSpaceAfterDash(const value::Value& value);

// Finds undeclared keys that are declared by the map of the preceding key, which has no value: their block is
// not indented. Also finds keys that begin with `-` without a space if the preceding key expects an array.
class UnindentedKeys {
 public:
  UnindentedKeys(const types::Model& model, const types::Record& record, const value::Value& map);

  // Returns whether such keys follow this entry, which has no value.
  bool IsBare(const value::Entry& entry) const;

  struct UnindentedKey {
    const value::Value* bare = nullptr;   // the key above; null: the key is not part of such a block
    const types::Field* field = nullptr;  // the declaration of the key in the map of `bare`; null: an item
    bool is_below_unread = false;         // the key may belong to content that could not be read
  };
  UnindentedKey Find(const types::Model& model, const value::Value& key) const;

 private:
  // For the few maps with such keys.
  struct Blocks {
    std::unordered_set<const value::Entry*> bare;
    std::unordered_map<const value::Value*, UnindentedKey> keys;
  };
  void Search(const types::Model& model, const types::Record& record, const value::Value& map);
  void Add(const value::Entry* bare, const value::Value* key, const types::Field* field);

  std::unique_ptr<Blocks> blocks_;
  std::vector<const types::Record*> lost_;  // records with unreadable content
};

}  // namespace kval::check
