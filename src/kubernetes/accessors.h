#pragma once

#include <cmath>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

#include "src/check/value_cursor.h"
#include "src/value/entry_index.h"
#include "src/value/value.h"

// Ways through a resource: rules look at values that may be missing, or of any kind.
namespace kval::kubernetes {

// Returns the entry of a map by name if it exists and is not null. `map` must outlive the result.
inline std::optional<check::ValueCursor> At(const check::ValueCursor& map, std::string_view key) {
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

std::optional<check::ValueCursor> At(check::ValueCursor&& map,
                                     std::string_view key) = delete;  // the result would outlive it

// The same for keys that the document chooses, without a limit on their number; nullopt if the value is not a
// map.
inline std::optional<check::ValueCursor> At(const std::optional<check::ValueCursor>& map,
                                            std::string_view key, value::EntryIndex& index) {
  const value::Entry* entry = map ? index.Find(*map->value, key) : nullptr;
  return entry == nullptr || entry->value->kind == value::Kind::kNull ? std::nullopt
                                                                      : std::optional(map->Entry(*entry));
}

// Calls `then` with the value at the keys, if it exists.
template <typename Then>
void Follow(const check::ValueCursor& map, std::span<const std::string_view> keys, Then then) {
  if (keys.empty()) {
    then(map);
  } else if (const std::optional<check::ValueCursor> child = At(map, keys.front())) {
    Follow(*child, keys.subspan(1), then);
  }
}

template <typename Then>
void Follow(const check::ValueCursor& map, std::initializer_list<std::string_view> keys, Then then) {
  Follow(map, std::span(keys.begin(), keys.size()), then);
}

// Calls `then` with each item of a list; of anything else with none.
template <typename Then>
void ForEachItem(const check::ValueCursor& list, Then then) {
  if (list.value->kind == value::Kind::kSequence) {
    for (size_t i = 0; i < list.value->items().size(); ++i) {
      const check::ValueCursor item = list.Item(i);
      then(item);
    }
  }
}

// The same with each item of the list that a map has under a key.
template <typename Then>
void ForEachItemOf(const check::ValueCursor& map, std::string_view key, Then then) {
  if (const std::optional<check::ValueCursor> list = At(map, key)) {
    ForEachItem(*list, then);
  }
}

// Calls `then` with each entry of a map.
template <typename Then>
void ForEachEntry(const check::ValueCursor& map, Then then) {
  if (map.value->kind == value::Kind::kMapping) {
    for (const value::Entry& entry : map.value->entries()) {
      const check::ValueCursor child = map.Entry(entry);
      then(child);
    }
  }
}

// Returns the content of a string; empty for other values.
inline std::string_view TextOf(const check::ValueCursor& at) {
  return at.value->kind == value::Kind::kString ? at.value->raw : std::string_view();
}
inline std::string_view GetStringField(const check::ValueCursor& map, std::string_view key) {
  const std::optional<check::ValueCursor> child = At(map, key);
  return child ? TextOf(*child) : std::string_view();
}
// Returns an integer, also one written as 3.0 or 3e1.
inline std::optional<int64_t> GetInteger(const check::ValueCursor& at) {
  constexpr double kMax = 9007199254740992;
  const bool is_whole = at.value->kind == value::Kind::kFloat &&
                        std::floor(at.value->real) == at.value->real && at.value->real >= -kMax &&
                        at.value->real <= kMax;
  if (is_whole) {
    return static_cast<int64_t>(at.value->real);
  }
  return at.value->kind == value::Kind::kInt && !at.value->is_unsigned ? std::optional(at.value->integer)
                                                                       : std::nullopt;
}
inline bool IsTrue(const std::optional<check::ValueCursor>& at) {
  return at && at->value->kind == value::Kind::kBool && at->value->boolean;
}

}  // namespace kval::kubernetes
