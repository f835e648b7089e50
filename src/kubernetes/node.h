#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "src/check/trail.h"
#include "src/value/entry_index.h"
#include "src/value/value.h"

// Ways through a resource: rules look at values that may be missing, or of any kind.
namespace kval::kubernetes {

// Returns the entry of a map by name if it exists and is not null. `map` must outlive the result.
inline std::optional<check::Trail> At(const check::Trail& map, std::string_view key) {
  if (map.value->kind != value::Kind::kMapping) {
    return std::nullopt;
  }
  for (const value::Entry& entry : map.value->entries()) {
    if (entry.key->kind == value::Kind::kString && entry.key->raw == key) {
      return entry.value->kind == value::Kind::kNull ? std::nullopt : std::optional(map.Entry(entry));
    }
  }
  return std::nullopt;
}

std::optional<check::Trail> At(check::Trail&& map,
                               std::string_view key) = delete;  // the result would outlive it

// The same for names that the document gives, as many as it likes; nothing where there is no map.
inline std::optional<check::Trail> At(const std::optional<check::Trail>& map, std::string_view key,
                                      value::EntryIndex& index) {
  const value::Entry* entry = map ? index.Find(*map->value, key) : nullptr;
  return entry == nullptr || entry->value->kind == value::Kind::kNull ? std::nullopt
                                                                      : std::optional(map->Entry(*entry));
}

// Calls `then` with the value at the keys, if it exists.
template <typename Then>
void Follow(const check::Trail& map, std::span<const std::string_view> keys, Then then) {
  if (keys.empty()) {
    then(map);
  } else if (const std::optional<check::Trail> child = At(map, keys.front())) {
    Follow(*child, keys.subspan(1), then);
  }
}

// Calls `then` with each item of a list; of anything else with none.
template <typename Then>
void ForEachItem(const check::Trail& list, Then then) {
  if (list.value->kind == value::Kind::kSequence) {
    for (size_t i = 0; i < list.value->items().size(); ++i) {
      const check::Trail item = list.Item(i);
      then(item);
    }
  }
}

// The same with each item of the list that a map has under a key.
template <typename Then>
void ForEachItemOf(const check::Trail& map, std::string_view key, Then then) {
  if (const std::optional<check::Trail> list = At(map, key)) {
    ForEachItem(*list, then);
  }
}

// Calls `then` with each entry of a map.
template <typename Then>
void ForEachEntry(const check::Trail& map, Then then) {
  if (map.value->kind == value::Kind::kMapping) {
    for (const value::Entry& entry : map.value->entries()) {
      const check::Trail child = map.Entry(entry);
      then(child);
    }
  }
}

// The text of a string; nothing of other values.
inline std::string_view TextOf(const check::Trail& at) {
  return at.value->kind == value::Kind::kString ? at.value->raw : std::string_view();
}
inline std::string_view TextAt(const check::Trail& map, std::string_view key) {
  const std::optional<check::Trail> child = At(map, key);
  return child ? TextOf(*child) : std::string_view();
}
// A whole number, also one that is written as 3.0 or 3e1.
inline std::optional<int64_t> IntegerOf(const check::Trail& at) {
  constexpr double kMost = 9007199254740992;
  const bool is_whole = at.value->kind == value::Kind::kFloat &&
                        std::floor(at.value->real) == at.value->real && at.value->real >= -kMost &&
                        at.value->real <= kMost;
  if (is_whole) {
    return static_cast<int64_t>(at.value->real);
  }
  return at.value->kind == value::Kind::kInt && !at.value->is_unsigned ? std::optional(at.value->integer)
                                                                       : std::nullopt;
}
inline bool IsTrue(const std::optional<check::Trail>& at) {
  return at && at->value->kind == value::Kind::kBool && at->value->boolean;
}

}  // namespace kval::kubernetes
