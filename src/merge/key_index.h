#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "src/value/value.h"

namespace kval::merge {

// Compares keys of the same kind that are not strings.
bool SameOtherKey(const value::Value& a, const value::Value& b);

// Equality of keys: of one kind and the same content. Unlike value::Equal, 1 and 1.0 differ.
inline bool SameKey(const value::Value& a, const value::Value& b) {
  if (a.kind != b.kind) {
    return false;
  }
  if (a.kind != value::Kind::kString) {
    return SameOtherKey(a, b);
  }
  // Keys of one map often have a common prefix, so the end is compared first.
  const std::string_view left = a.raw;
  const std::string_view right = b.raw;
  return left.size() == right.size() && (left.empty() || left.back() == right.back()) && left == right;
}

// Positions in order. One of them, the usual case, costs no allocation.
class EntryPositions {
 public:
  void Add(size_t place) {
    if (count_ == 0) {
      first_ = place;
    } else {
      if (count_ == 1) {
        all_.push_back(first_);
      }
      all_.push_back(place);
    }
    ++count_;
  }
  void Sort() { std::sort(all_.begin(), all_.end()); }
  size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  std::span<const size_t> all() const {
    return count_ <= 1 ? std::span<const size_t>(&first_, count_) : std::span<const size_t>(all_);
  }

 private:
  size_t first_ = 0;
  size_t count_ = 0;
  std::vector<size_t> all_;
};

// Two consecutive ranges of entries: those of a map and those appended to it.
struct EntryRows {
  std::span<const value::Entry> first;
  std::span<const value::Entry> more = {};

  size_t size() const { return first.size() + more.size(); }
  const value::Entry& operator[](size_t position) const {
    return position < first.size() ? first[position] : more[position - first.size()];
  }
};

// Finds entries by key. Small maps are searched linearly; a hash table is built once it is cheaper. It stores
// positions only, so it remains valid if the entries are moved or others are appended.
class KeyTable {
 public:
  // Returns the positions of all entries with that key, in order. Requires `entries` to be those of the
  // previous call, with changed values, removed keys (null) and appended entries permitted.
  EntryPositions Find(const value::Value& key, const EntryRows& entries);
  // Call after the key of an entry was replaced.
  void Forget();
  // The number of entries in the table.
  size_t known() const { return hashes_.size(); }

 private:
  EntryPositions Search(const value::Value& key, const EntryRows& entries) const;
  void Insert(size_t position, const EntryRows& entries);
  void Grow(size_t count, const EntryRows& entries);

  size_t searched_ = 0;           // look-ups made by searching
  std::vector<uint32_t> hashes_;  // of the entries in the table
  std::vector<uint32_t> slots_;   // open addressing: 0 is free, else a position + 1
};

// The same for one growing list.
class KeyIndex {
 public:
  // `entries` must outlive the index. Entries without a key are removed ones.
  explicit KeyIndex(const std::vector<value::Entry>* entries) : entries_(entries) {}

  EntryPositions Find(const value::Value& key) { return table_.Find(key, {*entries_}); }
  void Forget() { table_.Forget(); }
  // Removes the last entry, which was removed from the list.
  void DropLast() {
    if (table_.known() > entries_->size()) {
      table_.Forget();
    }
  }

 private:
  const std::vector<value::Entry>* entries_;
  KeyTable table_;
};

}  // namespace kval::merge
