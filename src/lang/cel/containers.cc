#include "src/lang/cel/containers.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "src/lang/cel/number_order.h"
#include "src/support/keyed_hash.h"

namespace kval::cel {
namespace {

// Numbers that are equal are one key, so they hash alike: by their integer where they have one.
uint64_t HashOf(const Value& key) {
  switch (key.kind()) {
    case ValueKind::kBool:
      return KeyedHash(uint64_t{0}, key.boolean() ? 1 : 2);
    case ValueKind::kInt:
      return KeyedHash(static_cast<uint64_t>(key.integer()));
    case ValueKind::kUint:
      return KeyedHash(key.natural());
    case ValueKind::kDouble: {
      const double real = key.real();
      if (std::trunc(real) != real || real < -0x1p63 || real >= 0x1p64) {
        return KeyedHash(real);
      }
      return KeyedHash(real < 0 ? static_cast<uint64_t>(static_cast<int64_t>(real))
                                : static_cast<uint64_t>(real));
    }
    case ValueKind::kString:
      return KeyedHash(key.text());
    default:
      return 0;
  }
}

// The slot of the key, or the empty one where it belongs.
size_t Probe(std::span<const EntryMap::Entry> entries, std::span<const uint32_t> slots, const Value& key) {
  const size_t mask = slots.size() - 1;
  size_t slot = HashOf(key) & mask;
  while (slots[slot] != 0 && !SameKey(entries[slots[slot] - 1].key, key)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

}  // namespace

JoinedList::JoinedList(const List* first, const List* second)
    : first_(first),
      second_(second),
      first_size_(first->size()),
      size_(first_size_ + second->size()),
      depth_(1) {
  for (const List* part : {first, second}) {
    const auto* joined = dynamic_cast<const JoinedList*>(part);
    depth_ = std::max(depth_, joined == nullptr ? 1 : joined->depth_ + 1);
  }
}

Value JoinedList::At(size_t index) const {
  return index < first_size_ ? first_->At(index) : second_->At(index - first_size_);
}

bool EntryMap::Find(const Value& key, Value* value) const {
  if (slots_.empty()) {
    return false;
  }
  const uint32_t entry = slots_[Probe(entries_, slots_, key)];
  if (entry == 0) {
    return false;
  }
  *value = entries_[entry - 1].value;
  return true;
}

bool IsKey(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kBool:
    case ValueKind::kInt:
    case ValueKind::kUint:
    case ValueKind::kDouble:
    case ValueKind::kString:
      return true;
    default:
      return false;
  }
}

bool SameKey(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) {
    return !IsNan(a) && !IsNan(b) && OrderNumbers(a, b) == 0;
  }
  if (a.kind() != b.kind()) {
    return false;
  }
  return a.is(ValueKind::kBool) ? a.boolean() == b.boolean()
                                : a.is(ValueKind::kString) && a.text() == b.text();
}

MapBuilder::MapBuilder(size_t expected) {
  Grow(std::bit_ceil(expected * 2 + 2));
}

void MapBuilder::Grow(size_t slots) {
  slots_.assign(slots, 0);
  for (size_t i = 0; i < entries_.size(); ++i) {
    slots_[Probe(entries_, slots_, entries_[i].key)] = static_cast<uint32_t>(i + 1);
  }
}

Value* MapBuilder::Find(const Value& key) {
  const uint32_t entry = slots_[Probe(entries_, slots_, key)];
  return entry == 0 ? nullptr : &entries_[entry - 1].value;
}

bool MapBuilder::Insert(const Value& key, const Value& value) {
  const size_t slot = Probe(entries_, slots_, key);
  if (slots_[slot] != 0) {
    return false;
  }
  entries_.push_back({key, value});
  slots_[slot] = static_cast<uint32_t>(entries_.size());
  if (entries_.size() * 2 > slots_.size()) {
    Grow(slots_.size() * 2);
  }
  return true;
}

void MapBuilder::Set(const Value& key, const Value& value) {
  if (!Insert(key, value)) {
    *Find(key) = value;
  }
}

void MapBuilder::Remove(const Value& key) {
  const uint32_t entry = slots_[Probe(entries_, slots_, key)];
  if (entry != 0) {
    entries_[entry - 1] = {};
    ++removed_;
  }
}

const Map* MapBuilder::Publish(Heap& heap) {
  if (removed_ > 0) {
    std::erase_if(entries_, [](const EntryMap::Entry& entry) { return entry.key.is(ValueKind::kNull); });
    removed_ = 0;
    Grow(slots_.size());
  }
  const auto entries = heap.Copy(std::span<const EntryMap::Entry>(entries_));
  const auto slots = heap.Copy(std::span<const uint32_t>(slots_));
  return heap.New<EntryMap>(entries, slots);
}

}  // namespace kval::cel
