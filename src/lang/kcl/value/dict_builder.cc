#include "src/lang/kcl/value/dict_builder.h"

#include <algorithm>
#include <span>

namespace kval::kcl::runtime {
namespace {

// Up to this many entries are searched one after the other.
constexpr size_t kSmall = 8;
constexpr size_t kMissing = static_cast<size_t>(-1);

void Insert(std::vector<uint32_t>& table, std::string_view key, size_t position) {
  size_t mask = table.size() - 1;
  size_t slot = HashKey(key) & mask;
  while (table[slot] != 0) {
    slot = (slot + 1) & mask;
  }
  table[slot] = static_cast<uint32_t>(position + 1);
}

}  // namespace

DictBuilder::DictBuilder(Heap* heap, const Dict& base)
    : heap_(heap),
      entries_(base.entries.begin(), base.entries.end()),
      table_(base.table.begin(), base.table.end()) {}

size_t DictBuilder::Position(std::string_view key) const {
  if (table_.empty()) {
    for (size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].key == key) {
        return i;
      }
    }
    return kMissing;
  }
  size_t mask = table_.size() - 1;
  for (size_t slot = HashKey(key) & mask; table_[slot] != 0; slot = (slot + 1) & mask) {
    if (entries_[table_[slot] - 1].key == key) {
      return table_[slot] - 1;
    }
  }
  return kMissing;
}

void DictBuilder::Grow() {
  if (entries_.size() <= kSmall || entries_.size() * 2 <= table_.size()) {
    return;
  }
  size_t size = 32;
  while (size < entries_.size() * 3) {
    size *= 2;
  }
  table_.assign(size, 0);
  for (size_t i = 0; i < entries_.size(); ++i) {
    Insert(table_, entries_[i].key, i);
  }
}

Entry* DictBuilder::Find(std::string_view key) {
  size_t position = Position(key);
  return position == kMissing ? nullptr : &entries_[position];
}

void DictBuilder::SetEntry(const Entry& entry) {
  if (Entry* old = Find(entry.key)) {
    *old = entry;
    return;
  }
  entries_.push_back(entry);
  size_t before = table_.size();
  Grow();
  if (table_.size() == before && !table_.empty()) {
    Insert(table_, entry.key, entries_.size() - 1);
  }
}

void DictBuilder::Set(std::string_view key, const Value& value, Operator op, source::Span key_span) {
  Entry entry;
  Entry* old = Find(key);
  entry.key = old != nullptr ? old->key : heap_->CopyText(key);
  entry.value = value;
  entry.op = op;
  entry.key_span = key_span;
  if (old != nullptr) {
    *old = entry;
  } else {
    SetEntry(entry);
  }
}

void DictBuilder::Remove(std::string_view key) {
  size_t position = Position(key);
  if (position == kMissing) {
    return;
  }
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(position));
  table_.clear();
  Grow();
}

const Dict* DictBuilder::Build() {
  return heap_->New<Dict>(heap_->Copy(std::span<const Entry>(entries_)),
                          heap_->Copy(std::span<const uint32_t>(table_)));
}

}  // namespace kval::kcl::runtime
