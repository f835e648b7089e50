#include "src/lang/kcl/runtime/dict_builder.h"

#include <algorithm>
#include <utility>

#include "src/lang/kcl/runtime/key_equality.h"

namespace kval::kcl::runtime {
namespace {

// Up to this many entries are searched one after the other.
constexpr size_t kSmall = 8;
// Initial capacity, sufficient for most dicts.
constexpr size_t kUsual = 6;
constexpr size_t kMissing = static_cast<size_t>(-1);

}  // namespace

void DictBuilder::Insert(std::span<uint32_t> table, std::string_view key, size_t position) {
  size_t mask = table.size() - 1;
  size_t slot = HashKey(key) & mask;
  while (table[slot] != 0) {
    slot = (slot + 1) & mask;
  }
  table[slot] = static_cast<uint32_t>(position + 1);
}

DictBuilder::DictBuilder(Heap* heap, const Dict& base) : DictBuilder(heap) {
  base_ = &base;
}

// Takes the entries of the base over.
void DictBuilder::CopyOnWrite() {
  if (base_ == nullptr) {
    return;
  }
  Entries tail = std::move(entries_);
  entries_ = Entries(base_->entries.begin(), base_->entries.end(), HeapAllocator<Entry>(heap_));
  entries_.insert(entries_.end(), tail.begin(), tail.end());
  base_ = nullptr;
  table_.clear();
  Grow();
}

size_t DictBuilder::Position(std::string_view key) const {
  if (table_.empty()) {
    for (size_t i = 0; i < entries_.size(); ++i) {
      if (IsSameKey(entries_[i].key, key)) {
        return i;
      }
    }
    return kMissing;
  }
  size_t mask = table_.size() - 1;
  for (size_t slot = HashKey(key) & mask; table_[slot] != 0; slot = (slot + 1) & mask) {
    if (IsSameKey(entries_[table_[slot] - 1].key, key)) {
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

const Entry* DictBuilder::Peek(std::string_view key) const {
  if (const Entry* shared = base_ == nullptr ? nullptr : base_->Find(key)) {
    return shared;
  }
  const size_t position = Position(key);
  return position == kMissing ? nullptr : &entries_[position];
}

Entry* DictBuilder::Find(std::string_view key) {
  if (base_ != nullptr && base_->Find(key) != nullptr) {
    CopyOnWrite();
  }
  size_t position = Position(key);
  return position == kMissing ? nullptr : &entries_[position];
}

void DictBuilder::SetEntry(const Entry& entry) {
  if (Entry* old = Find(entry.key)) {
    *old = entry;
    return;
  }
  Add(entry);
}

void DictBuilder::Add(const Entry& entry) {
  if (entries_.capacity() == 0) {
    entries_.reserve(kUsual);
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
    Add(entry);
  }
}

void DictBuilder::Remove(std::string_view key) {
  CopyOnWrite();
  size_t position = Position(key);
  if (position == kMissing) {
    return;
  }
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(position));
  table_.clear();
  Grow();
}

const Dict* DictBuilder::Build() {
  if (base_ != nullptr) {
    return Extended();
  }
  return heap_->New<Dict>(heap_->Copy(std::span<const Entry>(entries_)),
                          heap_->Copy(std::span<const uint32_t>(table_)));
}

// Returns the base with the new entries appended: in its spare capacity if unused, else in a new allocation.
const Dict* DictBuilder::Extended() const {
  const size_t before = base_->entries.size();
  const size_t size = before + entries_.size();
  DictCapacity* remaining = base_->spare;
  if (entries_.empty()) {
    return base_;
  }
  if (remaining == nullptr || remaining->used != before || size > remaining->capacity) {
    return ExtendedCopy();
  }
  auto* entries = const_cast<Entry*>(base_->entries.data());
  auto* table = const_cast<uint32_t*>(base_->table.data());
  std::copy(entries_.begin(), entries_.end(), entries + before);
  for (size_t i = before; i < size; ++i) {
    Insert({table, base_->table.size()}, entries[i].key, i);
  }
  remaining->used = size;
  return heap_->New<Dict>(std::span<const Entry>(entries, size), base_->table, remaining);
}

const Dict* DictBuilder::ExtendedCopy() const {
  const size_t size = size_t{base_->entries.size()} + entries_.size();
  const bool may_grow = size > kSmall;
  Entries all(base_->entries.begin(), base_->entries.end(), HeapAllocator<Entry>(heap_));
  all.insert(all.end(), entries_.begin(), entries_.end());
  all.resize(may_grow ? size * 2 : size);
  const std::span<const Entry> kept = heap_->Copy(std::span<const Entry>(all));
  if (!may_grow) {
    return heap_->New<Dict>(kept, std::span<const uint32_t>());
  }
  size_t table_size = 32;
  while (table_size < all.size() * 2) {
    table_size *= 2;
  }
  Table table(table_size, 0, HeapAllocator<uint32_t>(heap_));
  for (size_t i = 0; i < size; ++i) {
    Insert(table, all[i].key, i);
  }
  return heap_->New<Dict>(kept.first(size), heap_->Copy(std::span<const uint32_t>(table)),
                          heap_->New<DictCapacity>(size, all.size()));
}

}  // namespace kval::kcl::runtime
