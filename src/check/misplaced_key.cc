#include "src/check/misplaced_key.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "src/check/fields.h"
#include "src/support/edit_distance.h"

namespace kval::check {
namespace {

constexpr size_t kMostLookedAt = 64;
constexpr size_t kLevelsAbove = 4;

bool IsBlock(const value::Value& value) {
  return value.kind == value::Kind::kMapping && value.style != value::Style::kFlow;
}

// The first entries of a map; of one in braces, and of anything else, none.
std::span<const value::Entry> LookedAt(const value::Value& map) {
  return IsBlock(map) ? map.entries().first(std::min(map.entries().size(), kMostLookedAt))
                      : std::span<const value::Entry>();
}

// The key of that name that ends a block below the map, or null.
const value::Value* KeyTooDeep(const value::Value& map, std::string_view key) {
  for (const value::Entry& entry : LookedAt(map)) {
    if (!IsBlock(*entry.value) || entry.value->entries().empty()) {
      continue;
    }
    const value::Value& last = *entry.value->entries().back().key;
    if (last.kind == value::Kind::kString && last.raw == key && last.span.has_value()) {
      return &last;
    }
  }
  return nullptr;
}

// The key of that name in a map, or null.
const value::Value* KeyIn(const value::Value& map, std::string_view key) {
  for (const value::Entry& entry : LookedAt(map)) {
    if (entry.key->kind == value::Kind::kString && entry.key->raw == key) {
      return entry.key;
    }
  }
  return nullptr;
}

}  // namespace

std::vector<const value::Value*> FindMisplacedKeys(const ValueCursor& map, std::string_view key) {
  std::vector<const value::Value*> keys;
  const std::span<const value::Entry> entries =
      map.value->kind == value::Kind::kMapping ? map.value->entries() : std::span<const value::Entry>();
  for (const value::Entry& entry : entries.first(std::min(entries.size(), kMostLookedAt))) {
    if (entry.key->kind == value::Kind::kString && !Nearest(entry.key->raw, std::span(&key, 1)).empty()) {
      keys.push_back(entry.key);
    }
  }
  for (const value::Entry& entry : LookedAt(*map.value)) {
    if (const value::Value* deep = KeyIn(*entry.value, key)) {
      keys.push_back(deep);
    }
  }
  const ValueCursor* below = &map;
  for (size_t levels = 0; below->up != nullptr && levels < kLevelsAbove; ++levels, below = below->up) {
    bool is_next = false;
    for (const value::Entry& entry : LookedAt(*below->up->value)) {
      const bool is_it = entry.key->kind == value::Kind::kString && entry.key->raw == key;
      // Or the block that follows took it along.
      const bool has_it = is_next && levels == 0 && KeyIn(*entry.value, key) != nullptr;
      is_next = entry.value == below->value;
      if (!is_next && (is_it || has_it)) {
        keys.push_back(entry.key);
      }
    }
  }
  return keys;
}

void AttachMisplacedKeys(const ValueCursor& map, std::string_view key, Violations& errors) {
  Violation& missing = errors.back();
  missing.misplaced_keys = FindMisplacedKeys(map, key);
  diag::Path path = missing.path;
  path.push_back(diag::PathStep::Key(key));
  const std::string holder = diag::Display(path);
  const auto end = errors.size() < kMostLookedAt ? errors.rend() : errors.rbegin() + kMostLookedAt;
  const auto orphan = std::find_if(errors.rbegin(), end, [&holder](const Violation& error) {
    const auto* unknown = error.As<violation::UnknownKey>();
    return unknown != nullptr && unknown->count > 0 && unknown->parent == holder;
  });
  if (orphan != end) {
    missing.misplaced_keys.push_back(orphan->As<violation::UnknownKey>()->key);
  }
}

void AddUnindentedKeys(const types::Model& model, types::TypeId type,
                       const std::vector<const value::Value*>& unknown, Violation& error) {
  constexpr size_t kMostKeys = 8;
  const types::Record* const inner = unknown.empty() ? nullptr : OnlyRecord(model, type);
  for (size_t i = 0; inner != nullptr && i < std::min(unknown.size(), kMostKeys); ++i) {
    if (FieldOf(model, *inner, *unknown[i]) != nullptr) {
      error.misplaced_keys.push_back(unknown[i]);
    }
  }
}

std::vector<const value::Value*> FindPrecedingValuelessKeys(const value::Value& map,
                                                            const std::vector<const value::Value*>& unknown) {
  std::vector<const value::Value*> above;
  const value::Value* bare = nullptr;
  for (const value::Entry& entry : map.entries()) {
    if (above.size() == unknown.size()) {
      break;
    }
    if (entry.key != unknown[above.size()]) {
      bare = nullptr;
      continue;
    }
    above.push_back(bare);
    const bool has_value = entry.value->kind != value::Kind::kNull || entry.value->span.size() > 0;
    bare = bare == nullptr && !has_value ? entry.key : bare;
  }
  above.resize(unknown.size());
  return above;
}

void MarkTooDeep(const ValueCursor& map, std::string_view key, Violations& errors) {
  const value::Value* const found = KeyTooDeep(*map.value, key);
  if (found == nullptr) {
    return;
  }
  const auto end = errors.size() < kMostLookedAt ? errors.rend() : errors.rbegin() + kMostLookedAt;
  const auto reported = std::find_if(errors.rbegin(), end, [found](const Violation& error) {
    const auto* unknown = error.As<violation::UnknownKey>();
    return unknown != nullptr && !unknown->is_unevaluated && unknown->key == found &&
           unknown->field == nullptr;
  });
  if (reported != end) {
    auto& unknown = *reported->As<violation::UnknownKey>();
    unknown.outer = map.value;
    unknown.outer_key = map.key;
  }
}

void LabelTooDeep(const value::Value& map, std::string_view key, diag::DiagnosticBuilder& builder) {
  if (const value::Value* const found = KeyTooDeep(map, key)) {
    builder.Related(found->span, "`" + std::string(key) + "` is here: is it indented too far?");
  }
}

}  // namespace kval::check
