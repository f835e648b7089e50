#pragma once

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kval {

// A map in insertion order. Linear search for a few entries, a hash table beyond. No erase except Clear().
// References are valid until the next insertion; keys are compared and hashed like in std::unordered_map.
template <typename Key, typename Value>
class SmallOrderedMap {
 public:
  using Entry = std::pair<Key, Value>;

  // Removes all entries; keeps their memory.
  void Clear() {
    entries_.clear();
    if (!places_.empty()) {
      places_ = {};
    }
  }
  void Reserve(size_t expected) { entries_.reserve(std::min(expected, kFew)); }

  const Value* Find(const Key& key) const {
    const size_t place = FindIndex(key);
    return place == kNotFound ? nullptr : &entries_[place].second;
  }
  Value* Find(const Key& key) { return const_cast<Value*>(std::as_const(*this).Find(key)); }

  // Returns the value of the key; inserts a default value if there is none.
  Value& operator[](const Key& key) { return TryInsert(key, Value()); }
  // Returns the value of the key; inserts `value` if there is none.
  Value& TryInsert(const Key& key, Value value) {
    const size_t place = FindIndex(key);
    if (place != kNotFound) {
      return entries_[place].second;
    }
    entries_.emplace_back(key, std::move(value));
    if (!places_.empty()) {
      places_.emplace(key, entries_.size() - 1);
    } else if (entries_.size() > kFew) {
      for (size_t i = 0; i < entries_.size(); ++i) {
        places_.emplace(entries_[i].first, i);
      }
    }
    return entries_.back().second;
  }

  size_t size() const { return entries_.size(); }
  auto begin() { return entries_.begin(); }
  auto end() { return entries_.end(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  static constexpr size_t kFew = 12;
  static constexpr size_t kNotFound = static_cast<size_t>(-1);

  size_t FindIndex(const Key& key) const {
    if (places_.empty()) {
      const auto found = std::find_if(entries_.begin(), entries_.end(),
                                      [&](const Entry& each) { return each.first == key; });
      return found == entries_.end() ? kNotFound : static_cast<size_t>(found - entries_.begin());
    }
    const auto found = places_.find(key);
    return found == places_.end() ? kNotFound : found->second;
  }

  std::vector<Entry> entries_;
  std::unordered_map<Key, size_t> places_;  // empty while there are few
};

}  // namespace kval
