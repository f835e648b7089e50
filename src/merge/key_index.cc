#include "src/merge/key_index.h"

#include "src/support/keyed_hash.h"
#include "src/value/hash.h"

namespace kval::merge {
namespace {

constexpr size_t kSearchesBeforeTable = 8;
constexpr size_t kSmallMap = 16;
constexpr size_t kFirstCapacity = 64;

uint32_t HashOf(const value::Value& key) {
  const bool is_text = key.kind == value::Kind::kString;
  return static_cast<uint32_t>(is_text ? KeyedHash(key.raw) : value::Hash(key));
}

bool Is(const value::Entry& entry, const value::Value& key) {
  return entry.key != nullptr && SameKey(*entry.key, key);
}

// Adds the places of those with that key, of which the first one has the place `place`. Most keys of a map
// differ in their length, their end or their middle from the one that is looked for.
void SearchText(const value::Value& key, std::span<const value::Entry> entries, size_t place,
                EntryPositions& found) {
  const size_t size = key.raw.size();
  const size_t middle = size / 2;
  const value::Entry* const begin = entries.data();
  const value::Entry* const stop = begin + entries.size();
  for (const value::Entry* entry = begin; entry != stop; ++entry) {
    const value::Value* const candidate = entry->key;
    if (candidate == nullptr || candidate->raw.size() != size) {
      continue;
    }
    const char* const text = candidate->raw.data();
    const bool may_be = size == 0 || (text[size - 1] == key.raw[size - 1] && text[middle] == key.raw[middle]);
    if (may_be && SameKey(*candidate, key)) {
      found.Add(place + static_cast<size_t>(entry - begin));
    }
  }
}

}  // namespace

bool SameOtherKey(const value::Value& a, const value::Value& b) {
  return a.is_unsigned == b.is_unsigned && value::Equal(a, b);
}

// Reuses the slot of a removed entry on the probe sequence. Otherwise removing and adding the same key
// repeatedly would make the sequence longer each time.
void KeyTable::Insert(size_t position, const EntryRows& entries) {
  if (entries[position].key == nullptr) {
    return;
  }
  const size_t mask = slots_.size() - 1;
  size_t slot = hashes_[position] & mask;
  while (slots_[slot] != 0 && entries[slots_[slot] - 1].key != nullptr) {
    slot = (slot + 1) & mask;
  }
  slots_[slot] = static_cast<uint32_t>(position + 1);
}

void KeyTable::Grow(size_t count, const EntryRows& entries) {
  size_t capacity = slots_.empty() ? kFirstCapacity : slots_.size();
  while (capacity < count * 2) {
    capacity *= 2;
  }
  slots_.assign(capacity, 0);
  for (size_t i = 0; i < hashes_.size(); ++i) {
    Insert(i, entries);
  }
}

EntryPositions KeyTable::Search(const value::Value& key, const EntryRows& entries) const {
  EntryPositions found;
  if (key.kind == value::Kind::kString) {
    SearchText(key, entries.first, 0, found);
    SearchText(key, entries.more, entries.first.size(), found);
    return found;
  }
  for (size_t i = 0; i < entries.size(); ++i) {
    if (Is(entries[i], key)) {
      found.Add(i);
    }
  }
  return found;
}

EntryPositions KeyTable::Find(const value::Value& key, const EntryRows& entries) {
  const size_t count = entries.size();
  if (count <= kSmallMap || searched_ < kSearchesBeforeTable) {
    ++searched_;
    return Search(key, entries);
  }
  EntryPositions found;
  if (slots_.size() < count * 2) {
    Grow(count, entries);
  }
  for (size_t i = hashes_.size(); i < count; ++i) {
    const value::Value* known = entries[i].key;
    hashes_.push_back(known == nullptr ? 0 : HashOf(*known));
    Insert(i, entries);
  }
  const uint32_t hash = HashOf(key);
  const size_t mask = slots_.size() - 1;
  for (size_t slot = hash & mask; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const size_t position = slots_[slot] - 1;
    if (hashes_[position] == hash && Is(entries[position], key)) {
      found.Add(position);
    }
  }
  found.Sort();  // an entry in a reused slot precedes entries that were added earlier
  return found;
}

void KeyTable::Forget() {
  hashes_.clear();
  slots_.clear();
}

}  // namespace kval::merge
