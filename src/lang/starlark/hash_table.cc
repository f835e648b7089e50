#include <bit>

#include "src/lang/starlark/heap.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/ops.h"
#include "src/lang/starlark/text.h"

namespace kval::starlark {
namespace {

constexpr size_t kNotFound = static_cast<size_t>(-1);

}  // namespace

// The index of the slot that holds `key`, or of the free slot where it belongs.
size_t HashTable::Slot(Value key, uint32_t hash, StepCounter* work, Status& status) const {
  // The number of probed slots depends on the random hash key; steps must not.
  if (work != nullptr) {
    work->Add(1);
  }
  const size_t mask = slots_.size() - 1;
  for (size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot] == 0) {
      return slot;
    }
    const Entry& entry = entries_[slots_[slot] - 1];
    if (entry.hash != hash || !entry.key.is_set()) {
      continue;
    }
    if (Same(entry.key, key)) {
      return slot;
    }
    Outcome<bool> equal = Equal(entry.key, key, work);
    if (!equal) {
      status = equal.Pass();
      return kNotFound;
    }
    if (*equal) {
      return slot;
    }
  }
}

Outcome<const Value*> HashTable::Find(Value key, StepCounter* work) const {
  Outcome<uint32_t> hash = Hash(key, work);
  if (!hash) {
    return hash.Pass();
  }
  if (slots_.empty()) {
    return nullptr;
  }
  Status status = Success{};
  const size_t slot = Slot(key, *hash, work, status);
  if (!status) {
    return status.Pass();
  }
  return slots_[slot] == 0 ? nullptr : &entries_[slots_[slot] - 1].value;
}

const Value* HashTable::FindText(std::string_view key) const {
  if (slots_.empty()) {
    return nullptr;
  }
  const uint32_t hash = HashOfText(key);
  const size_t mask = slots_.size() - 1;
  for (size_t slot = hash & mask; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const Entry& entry = entries_[slots_[slot] - 1];
    if (entry.hash == hash && entry.key.is_string() && entry.key.text() == key) {
      return &entry.value;
    }
  }
  return nullptr;
}

Outcome<bool> HashTable::Insert(Value key, Value value) {
  Outcome<uint32_t> hash = Hash(key, &heap_.work());
  if (!hash) {
    return hash.Pass();
  }
  if ((entries_.size() + 1) * 4 > slots_.size() * 3) {
    Compact();
    Rehash(std::bit_ceil((entries_.size() + 1) * 2 + 6));
  }
  Status status = Success{};
  const size_t slot = Slot(key, *hash, &heap_.work(), status);
  if (!status) {
    return status.Pass();
  }
  if (slots_[slot] != 0) {
    entries_[slots_[slot] - 1].value = value;
    return false;
  }
  // While entries move, the old ones and twice the capacity are allocated.
  if (entries_.size() == entries_.capacity() && !heap_.Allows(2 * entries_.capacity() * sizeof(Entry))) {
    return OutOfMemory(heap_);
  }
  entries_.push_back({key, value, *hash});
  slots_[slot] = static_cast<uint32_t>(entries_.size());
  ++size_;
  ChargeGrowth();
  return true;
}

void HashTable::AppendTo(std::vector<Value>& values) const {
  for (const Entry& entry : entries_) {
    if (entry.key.is_set()) {
      values.push_back(entry.key);
      values.push_back(entry.value);
    }
  }
}

void HashTable::ChargeGrowth() {
  const size_t held =
      MemoryOf(entries_.capacity() * sizeof(Entry)) + MemoryOf(slots_.capacity() * sizeof(uint32_t));
  if (held > charged_) {
    heap_.Charge(held - charged_);
    charged_ = held;
  }
}

const HashTable::Entry* HashTable::First() const {
  while (first_ < entries_.size() && !entries_[first_].key.is_set()) {
    ++first_;
    heap_.work().Add(1);
  }
  return first_ < entries_.size() ? &entries_[first_] : nullptr;
}

Outcome<Value> HashTable::Remove(Value key) {
  // starlark-go does not ask for the key's hash, which a dict does not have, where there was never an entry.
  if (slots_.empty()) {
    return Value();
  }
  Outcome<uint32_t> hash = Hash(key, &heap_.work());
  if (!hash) {
    return hash.Pass();
  }
  Status status = Success{};
  const size_t slot = Slot(key, *hash, &heap_.work(), status);
  if (!status) {
    return status.Pass();
  }
  if (slots_[slot] == 0) {
    return Value();
  }
  // The slot stays taken, so that probing goes on behind it; compacting frees it.
  Entry& entry = entries_[slots_[slot] - 1];
  const Value removed = entry.value;
  entry.key = {};
  entry.value = {};
  --size_;
  if (size_ == 0) {
    Clear();
  } else if (entries_.size() > 32 && size_ * 4 < entries_.size()) {
    // Taking from the front again and again must not walk over ever more holes.
    Compact();
    Rehash(std::bit_ceil(entries_.size() * 2 + 6));
  }
  return removed;
}

void HashTable::Clear() {
  constexpr size_t kFewest = 8;
  entries_.clear();
  slots_.assign(slots_.empty() ? 0 : kFewest, 0);  // an entry existed, which Remove reports
  size_ = first_ = 0;
}

void HashTable::Compact() {
  heap_.work().AddMoved(entries_.size());
  first_ = 0;
  std::erase_if(entries_, [](const Entry& entry) { return !entry.key.is_set(); });
}

void HashTable::Rehash(size_t capacity) {
  heap_.work().AddMoved(entries_.size());
  slots_.assign(capacity, 0);
  const size_t mask = capacity - 1;
  for (size_t i = 0; i < entries_.size(); ++i) {
    size_t slot = entries_[i].hash & mask;
    while (slots_[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    slots_[slot] = static_cast<uint32_t>(i + 1);
  }
}

}  // namespace kval::starlark
