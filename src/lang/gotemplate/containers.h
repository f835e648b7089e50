#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string_view>

#include "src/lang/gotemplate/value.h"

namespace kval::gotemplate {

class Heap;

// Bytes of the host, such as a file, that are read when a program first needs them.
class LazyBytes {
 public:
  virtual ~LazyBytes() = default;
  virtual std::string_view bytes() const = 0;
};

// The items of a slice. Immutable: every change of a list makes a new one. `capacity` is Go's: `slice` may
// extend a list up to it.
class List {
 public:
  List(const Value* items, size_t size, size_t capacity) : items_(items), size_(size), capacity_(capacity) {}
  // A `[]byte`, whose items are made in the heap when they are first needed.
  List(const LazyBytes* lazy, Heap* heap) : lazy_(lazy), heap_(heap) {}
  size_t size() const { return items().size(); }
  size_t capacity() const { return items_ == nullptr ? size() : capacity_; }
  std::span<const Value> items() const {
    if (lazy_ != nullptr && items_ == nullptr) {
      Fill();
    }
    return {items_, size_};
  }
  // Null for a list of values.
  const LazyBytes* lazy() const { return lazy_; }
  // Of `index` below capacity().
  const Value& operator[](size_t index) const { return items().data()[index]; }
  List Slice(size_t from, size_t to, size_t capacity_end) const {
    return {items().data() + from, to - from, capacity_end - from};
  }

 private:
  void Fill() const;

  mutable const Value* items_ = nullptr;
  mutable size_t size_ = 0;
  mutable size_t capacity_ = 0;
  const LazyBytes* lazy_ = nullptr;
  Heap* heap_ = nullptr;
};

// A map is a reference: a change is seen by all who hold it. Sorted by key, as Go prints and visits maps.
class Map {
 public:
  using Entries = std::map<std::string_view, Value>;

  explicit Map(Heap* heap) : heap_(heap) {}
  Map(const Map&) = delete;
  Map& operator=(const Map&) = delete;

  size_t size() const { return entries_.size(); }
  const Entries& entries() const { return entries_; }
  // Null if there is no such key.
  const Value* Find(std::string_view key) const {
    const auto found = entries_.find(key);
    return found == entries_.end() ? nullptr : &found->second;
  }
  // Adds or replaces. The key is copied to the heap if it is new.
  void Set(std::string_view key, const Value& value);
  void Erase(std::string_view key) {
    is_original_ = false;
    entries_.erase(key);
  }
  // Whether the map is still as the host made it.
  bool is_original() const { return is_original_; }
  void MarkOriginal() { is_original_ = true; }

 private:
  Heap* heap_;
  Entries entries_;
  bool is_original_ = false;
};

// The items and entries of values of the kind, none for a nil.
inline std::span<const Value> Items(const Value& list) {
  return list.is(Kind::kList) && list.list() != nullptr ? list.list()->items() : std::span<const Value>();
}
const Map::Entries& EntriesOf(const Value& map);

// A struct, or a pointer to one: `.Chart`, `.Files`, a time, a version. Hosts derive from it. Methods belong
// to its Type.
class Object {
 public:
  struct Field {
    std::string_view name;
    Value value;
    bool is_embedded = false;        // a struct whose fields are also those of this one
    std::string_view json_tag = {};  // as Go writes it: `name,omitempty`; empty: no tag
  };
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object() = default;

  // In the order of Go's declaration, in which they are printed. Fields that are not exported begin with a
  // lower-case letter: templates cannot read them.
  virtual std::span<const Field> fields() const { return {}; }
  // Go's == for values of the same type.
  virtual bool Equals(const Object& other) const { return this == &other; }

 protected:
  Object() = default;
};

}  // namespace kval::gotemplate
