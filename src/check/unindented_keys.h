#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// Finds undeclared keys that are declared by the map of the preceding key, which has no value: their block is
// not indented. Also finds keys that begin with `-` without a space if the preceding key expects an array.
// Each block is reported as one error.
class UnindentedKeys {
 public:
  UnindentedKeys(const types::Model& model, const types::Record& record, const value::Value& map);

  // Returns whether such keys follow this entry, which has no value.
  bool IsBare(const value::Entry& entry) const;

  enum class BlockPosition {
    kNone,
    kFirst,   // the first key of such a block
    kFurther  // a further key of the block, or a key below unreadable content, which is reported elsewhere
  };
  struct UnindentedKey {
    BlockPosition place = BlockPosition::kNone;
    const value::Value* bare = nullptr;   // the key above
    const types::Field* field = nullptr;  // the intended parent key; null: an item
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
