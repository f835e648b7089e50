#include "schemas/crd/rules/updated_object.h"

#include <algorithm>
#include <span>

namespace kval::schemas::crd::rules {
namespace {

using value::Value;

const Value* Member(const Value* map, std::string_view key) {
  return map != nullptr && map->kind == value::Kind::kMapping ? value::Find(*map, key) : nullptr;
}

std::span<const Value* const> Items(const Value* list) {
  return list == nullptr ? std::span<const Value* const>() : list->items();
}

// The item of the old list with the same keys as an item of the new one.
const Value* FindOldItem(const Value& item, const Value* old, const Value* schema) {
  const Value* type = Member(schema, "x-kubernetes-list-type");
  if (type == nullptr || type->raw.view() != "map") {
    return nullptr;
  }
  const auto keys = Items(Member(schema, "x-kubernetes-list-map-keys"));
  const auto is_same = [&](const Value* other) {
    return std::all_of(keys.begin(), keys.end(), [&](const Value* key) {
      const Value* a = Member(&item, key->raw);
      const Value* b = Member(other, key->raw);
      return a == nullptr || b == nullptr ? a == b : value::Equal(*a, *b);
    });
  };
  const auto items = Items(old);
  const auto found = std::find_if(items.begin(), items.end(), is_same);
  return found == items.end() ? nullptr : *found;
}

// A part of the new object and the corresponding one of the old object; null: none.
struct Pair {
  const Value *value, *old;
};

// Calls `fn` with the pair of the object and of each part on the path to a part.
template <typename Fn>
void ForEachPair(const UpdatedObject& updated, const Value& root, const diag::Path& path, Fn fn) {
  Pair at{&root, updated.old};
  const Value* schema = updated.schema;
  fn(at);
  for (const diag::PathStep& step : path) {
    if (step.index < 0) {
      const Value* property = Member(Member(schema, "properties"), step.key);
      schema = property != nullptr ? property : Member(schema, "additionalProperties");
      at = {Member(at.value, step.key), Member(at.old, step.key)};
    } else {
      const auto items = Items(at.value);
      const auto index = static_cast<size_t>(step.index);
      const Value* item = index < items.size() ? items[index] : nullptr;
      at = {item, item == nullptr ? nullptr : FindOldItem(*item, at.old, schema)};
      schema = Member(schema, "items");
    }
    fn(at);
  }
}

}  // namespace

const Value* FindOldValue(const UpdatedObject& updated, const Value& root, const diag::Path& path) {
  const Value* old = nullptr;
  ForEachPair(updated, root, path,
              [&](const Pair& pair) { old = pair.value == nullptr ? nullptr : pair.old; });
  return old == nullptr || old->kind == value::Kind::kNull ? nullptr : old;
}

bool IsUnchanged(const UpdatedObject& updated, const Value& root, const diag::Path& path) {
  Pair nearest{nullptr, nullptr};
  ForEachPair(updated, root, path, [&](const Pair& pair) {
    nearest = pair.value != nullptr && pair.old != nullptr ? pair : nearest;
  });
  return nearest.value != nullptr && value::Equal(*nearest.value, *nearest.old);
}

}  // namespace kval::schemas::crd::rules
