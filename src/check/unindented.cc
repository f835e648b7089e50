#include "src/check/unindented.h"

#include <algorithm>

#include "src/check/fields.h"
#include "src/check/scalar_meant.h"

namespace kval::check {
namespace {

// There is no value after the key, not even `~`.
bool IsAbsent(const value::Value& value) {
  return value.kind == value::Kind::kNull && value.raw.empty() && value.span.has_value() &&
         value.span.size() == 0;
}

}  // namespace

Unindented::Unindented(const types::Model& model, const types::Record& record, const value::Value& map) {
  if (record.open || !record.key_rules.empty()) {
    return;
  }
  bool has_absent = false;
  for (const value::Entry& entry : map.entries()) {
    has_absent = has_absent || IsAbsent(*entry.value);
    const types::Field* field =
        entry.value->gap == value::Gap::kAll ? FieldOf(model, record, *entry.key) : nullptr;
    if (const types::Record* inner = field == nullptr ? nullptr : OnlyRecord(model, field->type)) {
      lost_.push_back(inner);
    }
  }
  if (has_absent) {
    Search(model, record, map);
  }
}

// In source order: a merge appends new entries to those of the schema.
void Unindented::Search(const types::Model& model, const types::Record& record, const value::Value& map) {
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
    const types::Field* meant = inner == nullptr ? nullptr : FieldOf(model, *inner, *entry->key);
    wants_items = wants_items && IsGluedItem(*entry->key);
    if (meant == nullptr) {
      inner = nullptr;
    }
    if (meant != nullptr || wants_items) {
      Add(bare, entry->key, meant);
    }
  }
}

void Unindented::Add(const value::Entry* bare, const value::Value* key, const types::Field* field) {
  if (blocks_ == nullptr) {
    blocks_ = std::make_unique<Blocks>();
  }
  const bool is_first = blocks_->bare.insert(bare).second;
  blocks_->keys.insert({key, {is_first ? Place::kFirst : Place::kFurther, bare->key, field}});
}

bool Unindented::IsBare(const value::Entry& entry) const {
  return blocks_ != nullptr && blocks_->bare.contains(&entry);
}

Unindented::Key Unindented::Find(const types::Model& model, const value::Value& key) const {
  if (blocks_ != nullptr) {
    const auto found = blocks_->keys.find(&key);
    if (found != blocks_->keys.end()) {
      return found->second;
    }
  }
  for (const types::Record* inner : lost_) {
    if (FieldOf(model, *inner, key) != nullptr) {
      return {Place::kFurther, nullptr, nullptr};
    }
  }
  return {};
}

}  // namespace kval::check
