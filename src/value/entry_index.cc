#include "src/value/entry_index.h"

#include <algorithm>
#include <span>

namespace kval::value {

const EntryIndex::IndexedMapping* EntryIndex::GetIndex(const Value& mapping, size_t& steps) {
  IndexedMapping& noted = indexed_[&mapping];
  if (noted.is_ready) {
    return &noted;
  }
  if (++noted.times_requested <= kOften) {
    return nullptr;
  }
  const std::span<const Entry> entries = mapping.entries();
  steps += entries.size();
  noted.is_ready = true;
  noted.entries.reserve(entries.size());
  for (const Entry& entry : entries) {
    const bool is_text = entry.key->kind == Kind::kString;
    const bool is_new = is_text && noted.entries.emplace(entry.key->raw, &entry).second;
    noted.has_only_different_strings = noted.has_only_different_strings && is_new;
  }
  return &noted;
}

const Entry* EntryIndex::Find(const Value& mapping, std::string_view key, size_t& steps) {
  const std::span<const Entry> entries = mapping.entries();
  if (entries.size() > kSmall) {
    if (const IndexedMapping* noted = GetIndex(mapping, steps)) {
      ++steps;
      const auto found = noted->entries.find(key);
      return found == noted->entries.end() ? nullptr : found->second;
    }
  }
  steps += entries.size();
  const auto found = std::find_if(entries.begin(), entries.end(), [key](const Entry& entry) {
    return entry.key->kind == Kind::kString && entry.key->raw == key;
  });
  return found == entries.end() ? nullptr : &*found;
}

bool EntryIndex::FindsAll(const Value& mapping, size_t& steps) {
  if (mapping.entries().size() <= kSmall) {
    return false;
  }
  const IndexedMapping* noted = GetIndex(mapping, steps);
  return noted != nullptr && noted->has_only_different_strings;
}

}  // namespace kval::value
