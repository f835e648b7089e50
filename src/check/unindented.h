#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// Finds undeclared keys that the map of the preceding key declares, which has no value: a block that was not
// indented. Or the preceding key expects an array, and the keys begin with `-` without a space. Either is one
// mistake.
class Unindented {
 public:
  Unindented(const types::Model& model, const types::Record& record, const value::Value& map);

  // Whether such keys follow this entry, which has no value.
  bool IsBare(const value::Entry& entry) const;

  enum class Place {
    kNone,
    kFirst,   // of such a block
    kFurther  // or below a value that could not be read, where something else was reported
  };
  struct Key {
    Place place = Place::kNone;
    const value::Value* bare = nullptr;   // the key above
    const types::Field* field = nullptr;  // the intended parent key; null: an item
  };
  Key Find(const types::Model& model, const value::Value& key) const;

 private:
  // Of the few maps that have such keys.
  struct Blocks {
    std::unordered_set<const value::Entry*> bare;
    std::unordered_map<const value::Value*, Key> keys;
  };
  void Search(const types::Model& model, const types::Record& record, const value::Value& map);
  void Add(const value::Entry* bare, const value::Value* key, const types::Field* field);

  std::unique_ptr<Blocks> blocks_;
  std::vector<const types::Record*> lost_;  // values that could not be read
};

}  // namespace kval::check
