#include "src/merge/key_index.h"

#include <functional>
#include <string_view>

namespace kval::merge {
namespace {

constexpr size_t kSearchesBeforeTable = 8;
constexpr size_t kSmallMap = 16;
constexpr size_t kFirstCapacity = 64;

size_t HashOf(const value::Value& key) {
  const size_t kind = static_cast<size_t>(key.kind);
  switch (key.kind) {
    case value::Kind::kString:
      return std::hash<std::string_view>()(key.raw);
    case value::Kind::kBool:
      return kind * 2 + (key.boolean ? 1 : 0);
    case value::Kind::kInt:
      return static_cast<size_t>(key.integer);
    case value::Kind::kFloat:
      return std::hash<double>()(key.real);
    case value::Kind::kNull:
    case value::Kind::kSequence:
    case value::Kind::kMapping:
      return kind;
  }
  return kind;
}

// Spreads the bits, for integers hash to themselves.
uint32_t Mixed(const value::Value& key) {
  return static_cast<uint32_t>((HashOf(key) * 0x9E3779B97F4A7C15ULL) >> 32U);
}

}  // namespace

bool SameOtherKey(const value::Value& a, const value::Value& b) {
  return a.is_unsigned == b.is_unsigned && value::Equal(a, b);
}

void KeyIndex::Insert(size_t position) {
  const size_t mask = slots_.size() - 1;
  size_t slot = hashes_[position] & mask;
  while (slots_[slot] != 0) {
    slot = (slot + 1) & mask;
  }
  slots_[slot] = static_cast<uint32_t>(position + 1);
}

void KeyIndex::Grow() {
  size_t capacity = slots_.empty() ? kFirstCapacity : slots_.size();
  while (capacity < entries_->size() * 2) {
    capacity *= 2;
  }
  slots_.assign(capacity, 0);
  for (size_t i = 0; i < hashes_.size(); ++i) {
    Insert(i);
  }
}

Places KeyIndex::Find(const value::Value& key) {
  Places found;
  if (entries_->size() <= kSmallMap || searched_ < kSearchesBeforeTable) {
    ++searched_;
    for (size_t i = 0; i < entries_->size(); ++i) {
      if (Is(i, key)) {
        found.Add(i);
      }
    }
    return found;
  }
  if (slots_.size() < entries_->size() * 2) {
    Grow();
  }
  for (size_t i = hashes_.size(); i < entries_->size(); ++i) {
    const value::Value* known = (*entries_)[i].key;
    hashes_.push_back(known == nullptr ? 0 : Mixed(*known));
    Insert(i);
  }
  // Entries of one hash were inserted in order, and so they are met in order.
  const uint32_t hash = Mixed(key);
  const size_t mask = slots_.size() - 1;
  for (size_t slot = hash & mask; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const size_t position = slots_[slot] - 1;
    if (hashes_[position] == hash && Is(position, key)) {
      found.Add(position);
    }
  }
  return found;
}

void KeyIndex::Forget() {
  hashes_.clear();
  slots_.clear();
}

}  // namespace kval::merge
