#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "src/value/value.h"

namespace kval::merge {

// Equality of keys: of one kind and the same content. Unlike value::Equal, 1 and 1.0 differ.
bool SameKey(const value::Value& a, const value::Value& b);

// Finds the entries of a growing list by key. Small lists are searched; a hash table is built as soon as
// that would cost more.
class KeyIndex {
 public:
  // `entries` outlives the index. Entries without a key are removed ones.
  explicit KeyIndex(const std::vector<value::Entry>* entries) : entries_(entries) {}

  // The places of all entries with that key, in order.
  std::vector<size_t> Find(const value::Value& key);
  // To be called when an entry's key was exchanged for another one.
  void Forget();

 private:
  struct Hash {
    size_t operator()(const value::Value* key) const;
  };
  struct Equal {
    bool operator()(const value::Value* a, const value::Value* b) const { return SameKey(*a, *b); }
  };

  const std::vector<value::Entry>* entries_;
  size_t indexed_ = 0;   // the entries that the table knows
  size_t searched_ = 0;  // look-ups made by searching
  std::unordered_multimap<const value::Value*, size_t, Hash, Equal> table_;
};

}  // namespace kval::merge
