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
class FewMap {
 public:
  using Entry = std::pair<Key, Value>;

  // Takes all of it out; the memory of the entries is kept.
  void Clear() {
    entries_.clear();
    if (!places_.empty()) {
      places_ = {};
    }
  }
  void Reserve(size_t expected) { entries_.reserve(std::min(expected, kFew)); }

  const Value* Find(const Key& key) const {
    const size_t place = PlaceOf(key);
    return place == kNowhere ? nullptr : &entries_[place].second;
  }
  Value* Find(const Key& key) { return const_cast<Value*>(std::as_const(*this).Find(key)); }

  // The key's value; one that was made now when there was none.
  Value& operator[](const Key& key) { return TryAdd(key, Value()); }
  // The key's value, which is `value` when there was none before.
  Value& TryAdd(const Key& key, Value value) {
    const size_t place = PlaceOf(key);
    if (place != kNowhere) {
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
  static constexpr size_t kNowhere = static_cast<size_t>(-1);

  size_t PlaceOf(const Key& key) const {
    if (places_.empty()) {
      const auto found = std::find_if(entries_.begin(), entries_.end(),
                                      [&](const Entry& each) { return each.first == key; });
      return found == entries_.end() ? kNowhere : static_cast<size_t>(found - entries_.begin());
    }
    const auto found = places_.find(key);
    return found == places_.end() ? kNowhere : found->second;
  }

  std::vector<Entry> entries_;
  std::unordered_map<Key, size_t> places_;  // empty while there are few
};

}  // namespace kval
