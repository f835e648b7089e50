#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "src/value/value.h"

// Fields of objects that may lack them or have values of the wrong kind, which count as missing.
namespace kval::kubernetes {

// Returns the value of a key; null if it is missing or null. `map` may be null.
inline const value::Value* FieldOf(const value::Value* map, std::string_view key) {
  const value::Value* found =
      map != nullptr && map->kind == value::Kind::kMapping ? value::Find(*map, key) : nullptr;
  return found != nullptr && found->kind != value::Kind::kNull ? found : nullptr;
}

inline std::string_view TextOf(const value::Value* text) {
  return text != nullptr && text->kind == value::Kind::kString ? text->raw.view() : std::string_view();
}

inline std::string_view TextField(const value::Value* map, std::string_view key) {
  return TextOf(FieldOf(map, key));
}

inline std::span<const value::Entry> EntriesOf(const value::Value* map) {
  return map == nullptr ? std::span<const value::Entry>() : map->entries();
}

inline std::span<const value::Value* const> ItemsOf(const value::Value* list) {
  return list == nullptr ? std::span<const value::Value* const>() : list->items();
}

inline std::vector<std::string_view> TextItemsOf(const value::Value* list) {
  std::vector<std::string_view> texts;
  for (const value::Value* item : ItemsOf(list)) {
    texts.push_back(TextOf(item));
  }
  return texts;
}

}  // namespace kval::kubernetes
