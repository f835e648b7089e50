#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>

#include "src/support/keyed_hash.h"
#include "src/value/value.h"

namespace kval::value {

// Finds entries of mappings by their keys, for who asks the same mappings again and again: as many times as
// an input likes.
//
// Guarantees: what it finds is what value::Find finds, the first entry whose key is that string. Mappings and
// the texts of their keys must neither change nor go as long as it is asked about them, or until it is
// cleared.
//
// Cost: a mapping of at most kSmall entries is looked through each time. So is a larger one for the first
// kOften times that it is asked about; the next time its keys are noted, which costs as much as some looks
// and holds about fifty bytes for each entry, and from then on asking costs a hash. So n questions about n
// entries cost no more than n times a constant. Nothing is noted of what is asked about a few times only.
//
// A step is an entry that was looked at, or a question to what is noted: who has a budget spends them.
class EntryIndex {
 public:
  static constexpr size_t kSmall = 16;
  static constexpr size_t kOften = 4;

  // The mapping's first entry with that text as its key, or null; of what is no mapping, too.
  const Entry* Find(const Value& mapping, std::string_view key) {
    size_t steps = 0;
    return Find(mapping, key, steps);
  }
  // The same; what it took is added to `steps`.
  const Entry* Find(const Value& mapping, std::string_view key, size_t& steps);

  // Whether keys of the mapping are noted and are different texts, all of them, so that each entry is found
  // by its key. To be asked by who knows names and may look them up instead of going through the entries; it
  // is one of the times that the mapping is asked about.
  bool FindsAll(const Value& mapping, size_t& steps);

  // Forgets all mappings: what is asked about from now on may have changed.
  void Clear() { noted_.clear(); }

 private:
  struct Noted {
    size_t times_asked = 0;
    bool is_ready = false;
    bool has_only_different_texts = true;
    TextMap<std::string_view, const Entry*> entries;
  };
  // What is noted of a large mapping, which is being asked about; null for as long as it is looked through.
  const Noted* Ask(const Value& mapping, size_t& steps);

  std::unordered_map<const Value*, Noted> noted_;
};

}  // namespace kval::value
