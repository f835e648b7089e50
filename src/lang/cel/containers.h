#pragma once

#include <span>
#include <vector>

#include "src/lang/cel/heap.h"
#include "src/lang/cel/value.h"

namespace kval::cel {

// A list over contiguous items in memory that outlives it.
class ItemList final : public List {
 public:
  explicit ItemList(std::span<const Value> items) : items_(items) {}
  size_t size() const override { return items_.size(); }
  Value At(size_t index) const override { return items_[index]; }

 private:
  std::span<const Value> items_;
};

// The concatenation of two lists, evaluated lazily.
class JoinedList final : public List {
 public:
  JoinedList(const List* first, const List* second);
  size_t size() const override { return size_; }
  Value At(size_t index) const override;

  // The maximum number of concatenated lists on the way to an item, which is the cost of access.
  uint32_t depth() const { return depth_; }

 private:
  const List* first_;
  const List* second_;
  size_t first_size_;
  size_t size_;
  uint32_t depth_;
};

// Entries with a table of hashes. Made by MapBuilder only.
class EntryMap final : public Map {
 public:
  struct Entry {
    Value key;
    Value value;
  };
  EntryMap(std::span<const Entry> entries, std::span<const uint32_t> slots)
      : entries_(entries), slots_(slots) {}
  size_t size() const override { return entries_.size(); }
  bool Find(const Value& key, Value* value) const override;
  Value KeyAt(size_t index) const override { return entries_[index].key; }
  Value ValueAt(size_t index) const override { return entries_[index].value; }

 private:
  std::span<const Entry> entries_;
  std::span<const uint32_t> slots_;  // a power of two of them: the index of an entry and 1, or 0
};

// An object of a type that a program names: `Object.spec{replicas: 3}`.
class TypedMap final : public Map {
 public:
  TypedMap(const Type* type, const Map* fields) : type_(type), fields_(fields) {}
  size_t size() const override { return fields_->size(); }
  bool Find(const Value& key, Value* value) const override { return fields_->Find(key, value); }
  Value KeyAt(size_t index) const override { return fields_->KeyAt(index); }
  Value ValueAt(size_t index) const override { return fields_->ValueAt(index); }
  const Type* object_type() const override { return type_; }

 private:
  const Type* type_;
  const Map* fields_;
};

// Whether a value can be a key: bool, int, uint, string, and double as cel-go takes it.
bool IsKey(const Value& value);
// Whether two of them are the same key; false for other values.
bool SameKey(const Value& a, const Value& b);

// Collects the entries of a map.
class MapBuilder {
 public:
  explicit MapBuilder(size_t expected = 0);

  // The value of a key, or null.
  Value* Find(const Value& key);
  // Inserts an entry. Returns false, without a change, if the key exists.
  bool Insert(const Value& key, const Value& value);
  // Inserts or replaces.
  void Set(const Value& key, const Value& value);
  // Removes an entry, if there is one.
  void Remove(const Value& key);
  size_t size() const { return entries_.size() - removed_; }
  // Copies the collected entries. Requires BytesFor(size()) to be reserved.
  const Map* Publish(Heap& heap);

  static uint64_t BytesFor(size_t entries) { return entries * (sizeof(EntryMap::Entry) + 12) + 64; }

 private:
  void Grow(size_t slots);

  // One that was taken away keeps its place, with null as its key.
  std::vector<EntryMap::Entry> entries_;
  std::vector<uint32_t> slots_;
  size_t removed_ = 0;
};

}  // namespace kval::cel
