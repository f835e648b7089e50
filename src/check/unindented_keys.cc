#include "src/check/unindented_keys.h"

#include <algorithm>

#include "src/check/fields.h"
#include "src/support/ascii.h"

namespace kval::check {
namespace {

// There is no value after the key, not even `~`.
bool IsAbsent(const value::Value& value) {
  return value.kind == value::Kind::kNull && value.raw.empty() && value.span.has_value() &&
         value.span.size() == 0;
}

}  // namespace

bool LacksSpaceAfterDash(const value::Value& value) {
  const std::string_view text = value.raw;
  return value.kind == value::Kind::kString && !value.is_quoted() && text.size() > 1 && text[0] == '-' &&
         text[1] != '-' && text[1] != ' ' && !IsDigit(text[1]) && text[1] != '.';
}

UnindentedKeys::UnindentedKeys(const types::Model& model, const types::Record& record,
                               const value::Value& map) {
  if (record.open || !record.key_rules.empty()) {
    return;
  }
  bool has_absent = false;
  for (const value::Entry& entry : map.entries()) {
    has_absent = has_absent || IsAbsent(*entry.value);
    const types::Field* field =
        entry.value->gap == value::Recovery::kError ? FieldOf(model, record, *entry.key) : nullptr;
    if (const types::Record* inner = field == nullptr ? nullptr : OnlyRecord(model, field->type)) {
      lost_.push_back(inner);
    }
  }
  if (has_absent) {
    Search(model, record, map);
  }
}

// In source order: a merge appends new entries to those of the schema.
void UnindentedKeys::Search(const types::Model& model, const types::Record& record, const value::Value& map) {
  std::vector<const value::Entry*> entries;
  entries.reserve(map.entries().size());
  for (const value::Entry& entry : map.entries()) {
    entries.push_back(&entry);
  }
  std::sort(entries.begin(), entries.end(), [](const value::Entry* a, const value::Entry* b) {
    return a->key->span.begin < b->key->span.begin;
  });
  FieldCursor fields(model, record);
  const value::Entry* bare = nullptr;
  const types::Record* inner = nullptr;
  bool wants_items = false;
  for (const value::Entry* entry : entries) {
    if (const types::Field* field = fields.Find(*entry->key)) {
      const bool is_absent = IsAbsent(*entry->value);
      inner = is_absent ? OnlyRecord(model, field->type) : nullptr;
      wants_items = is_absent && OnlyList(model, field->type) != nullptr;
      bare = inner != nullptr || wants_items ? entry : nullptr;
      continue;
    }
    const types::Field* suggested = inner == nullptr ? nullptr : FieldOf(model, *inner, *entry->key);
    wants_items = wants_items && LacksSpaceAfterDash(*entry->key);
    if (suggested == nullptr) {
      inner = nullptr;
    }
    if (suggested != nullptr || wants_items) {
      Add(bare, entry->key, suggested);
    }
  }
}

void UnindentedKeys::Add(const value::Entry* bare, const value::Value* key, const types::Field* field) {
  if (blocks_ == nullptr) {
    blocks_ = std::make_unique<Blocks>();
  }
  blocks_->bare.insert(bare);
  blocks_->keys.insert({key, {bare->key, field}});
}

bool UnindentedKeys::IsBare(const value::Entry& entry) const {
  return blocks_ != nullptr && blocks_->bare.contains(&entry);
}

UnindentedKeys::UnindentedKey UnindentedKeys::Find(const types::Model& model, const value::Value& key) const {
  if (blocks_ != nullptr) {
    const auto found = blocks_->keys.find(&key);
    if (found != blocks_->keys.end()) {
      return found->second;
    }
  }
  for (const types::Record* inner : lost_) {
    if (FieldOf(model, *inner, key) != nullptr) {
      return {nullptr, nullptr, true};
    }
  }
  return {};
}

}  // namespace kval::check
