#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "src/value/hash.h"

namespace kval::check {

// An index of positions by value: finds those of equal values by hash, and a few more.
class PositionIndex {
 public:
  bool empty() const { return places_.empty(); }
  // Requires ascending order of places. Call Sort once after all calls.
  void Add(const value::Value& value, uint32_t place) { places_.emplace_back(value::Hash(value), place); }
  void Sort() { std::sort(places_.begin(), places_.end()); }
  // Adds the places of a value, in their order.
  void Find(const value::Value& value, std::vector<uint32_t>& places) const {
    const uint64_t hash = value::Hash(value);
    for (auto at = std::lower_bound(places_.begin(), places_.end(), std::pair(hash, uint32_t{0}));
         at != places_.end() && at->first == hash; ++at) {
      places.push_back(at->second);
    }
  }

 private:
  std::vector<std::pair<uint64_t, uint32_t>> places_;
};

}  // namespace kval::check
