#include "src/findings/misplaced_key.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "src/check/fields.h"
#include "src/support/edit_distance.h"

namespace kval::findings {
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

const value::Value* FindKeyTooDeep(const value::Value& map, std::string_view key) {
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

std::vector<const value::Value*> FindMisplacedKeys(const check::ValueCursor& map, std::string_view key) {
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
  const check::ValueCursor* below = &map;
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

std::vector<const value::Value*> FindKeysOfMap(const types::Model& model, types::TypeId type,
                                               const std::vector<const value::Value*>& unknown) {
  constexpr size_t kMostKeys = 8;
  std::vector<const value::Value*> keys;
  const types::Record* const inner = unknown.empty() ? nullptr : check::OnlyRecord(model, type);
  for (size_t i = 0; inner != nullptr && i < std::min(unknown.size(), kMostKeys); ++i) {
    if (check::FieldOf(model, *inner, *unknown[i]) != nullptr) {
      keys.push_back(unknown[i]);
    }
  }
  return keys;
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

void LabelTooDeep(const value::Value& map, std::string_view key, diag::DiagnosticBuilder& builder) {
  if (const value::Value* const found = FindKeyTooDeep(map, key)) {
    builder.Related(found->span, "`" + std::string(key) + "` is here: is it indented too far?");
  }
}

}  // namespace kval::findings
