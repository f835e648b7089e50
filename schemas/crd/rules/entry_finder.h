#pragma once

#include <string_view>

#include "src/support/keyed_hash.h"
#include "src/value/value.h"

namespace kval::schemas::crd::rules {

// Finds the values of one map by their keys. A large one that is asked often gets an index: making that costs
// as much as looking some times.
class EntryFinder {
 public:
  const value::Value* Find(const value::Value& map, std::string_view key) {
    constexpr size_t kMany = 16;
    if (map.entries().size() <= kMany || ++asked_ < kMany) {
      return value::Find(map, key);
    }
    if (index_.empty()) {
      for (const value::Entry& entry : map.entries()) {
        if (entry.key->kind == value::Kind::kString) {
          index_.emplace(entry.key->raw, entry.value);
        }
      }
    }
    const auto found = index_.find(key);
    return found == index_.end() ? nullptr : found->second;
  }

 private:
  size_t asked_ = 0;
  TextMap<std::string_view, const value::Value*> index_;
};

}  // namespace kval::schemas::crd::rules
