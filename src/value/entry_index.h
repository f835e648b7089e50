#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>

#include "src/support/keyed_hash.h"
#include "src/value/value.h"

namespace kval::value {

// Finds entries of mappings by key, for repeated lookup in the same mappings.
//
// Guarantee: returns what value::Find returns, the first entry with that string key. Requires that mappings
// and keys do not change or die until Clear().
//
// Cost: mappings of at most kSmall entries are searched linearly, as is a larger mapping for its first kOften
// lookups; then an index of about 50 bytes per entry is built and lookups are O(1). So n lookups in n entries
// are O(n).
//
// A step is an entry compared or an index lookup; callers with a budget charge them.
class EntryIndex {
 public:
  static constexpr size_t kSmall = 16;
  static constexpr size_t kOften = 4;

  // Returns the first entry with that key; null if there is none or the value is not a mapping.
  const Entry* Find(const Value& mapping, std::string_view key) {
    size_t steps = 0;
    return Find(mapping, key, steps);
  }
  // The same; adds its cost to `steps`.
  const Entry* Find(const Value& mapping, std::string_view key, size_t& steps);

  // Returns whether the mapping is indexed and its keys are distinct strings, so that every entry can be
  // found by key. Counts as one lookup.
  bool FindsAll(const Value& mapping, size_t& steps);

  // Clears the index; mappings may change afterwards.
  void Clear() { indexed_.clear(); }

 private:
  struct IndexedMapping {
    size_t times_requested = 0;
    bool is_ready = false;
    bool has_only_different_strings = true;
    TextMap<std::string_view, const Entry*> entries;
  };
  // Returns the index of a large mapping, or null while it is searched linearly.
  const IndexedMapping* GetIndex(const Value& mapping, size_t& steps);

  std::unordered_map<const Value*, IndexedMapping> indexed_;
};

}  // namespace kval::value
