#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/starlark/arguments.h"
#include "src/lang/starlark/error.h"
#include "src/lang/starlark/value.h"
#include "src/support/keyed_hash.h"

namespace kval::starlark {

class Heap;
class StepCounter;

// Everything that lives in a Heap.
class Object {
 public:
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object() = default;

  Kind kind() const { return kind_; }

  // Freezes this object for concurrent readers: immutable, with nothing computed lazily. Appends the objects
  // that it refers to. Returns false if it supports one interpreter only. See share.h.
  virtual bool Share(std::vector<Value>& /*parts*/) { return false; }

 protected:
  explicit Object(Kind kind) : kind_(kind) {}

 private:
  friend class Heap;
  Kind kind_;
  Object* next_ = nullptr;
};

inline Value::Value(Object* object) : kind_(object->kind()) {
  object_ = object;
}

// An immutable sequence of bytes, UTF-8 by custom.
class String final : public Object {
 public:
  static constexpr Kind kKind = Kind::kString;
  explicit String(std::string text) : Object(kKind), text_(std::move(text)) {}
  std::string_view text() const { return text_; }
  // The hash as a key; computed once. `work` may be null.
  uint32_t Hash(StepCounter* work) const;
  bool Share(std::vector<Value>& parts) override;

 private:
  std::string text_;
  mutable uint32_t hash_ = 0;
  mutable bool is_hashed_ = false;
};

inline std::string_view Value::text() const {
  return static_cast<const String*>(object_)->text();
}

// Base class of lists, dicts and sets: they can be frozen, and cannot be changed during iteration.
class Mutable : public Object {
 public:
  bool frozen() const { return frozen_; }
  // Freezes this object only; FreezeDeep of ops.h follows references.
  void Freeze() { frozen_ = true; }
  // Frozen objects are not counted, because they are immutable and may be shared between threads.
  void BeginIteration() {
    if (!frozen_) {
      ++iterators_;
    }
  }
  void EndIteration() {
    if (!frozen_) {
      --iterators_;
    }
  }
  // Returns the reason why the object cannot be changed, or an empty string: `cannot append to frozen list`.
  std::string GetImmutableReason(std::string_view verb) const;

 protected:
  using Object::Object;

 private:
  bool frozen_ = false;
  uint32_t iterators_ = 0;
};

class List final : public Mutable {
 public:
  static constexpr Kind kKind = Kind::kList;
  List() : Mutable(kKind) {}
  explicit List(std::vector<Value> items) : Mutable(kKind), items_(std::move(items)) {}
  const std::vector<Value>& items() const { return items_; }
  std::vector<Value>& mutable_items() { return items_; }
  bool Share(std::vector<Value>& parts) override;

 private:
  std::vector<Value> items_;
};

class Tuple final : public Object {
 public:
  static constexpr Kind kKind = Kind::kTuple;
  explicit Tuple(std::vector<Value> items) : Object(kKind), items_(std::move(items)) {}
  const std::vector<Value>& items() const { return items_; }
  bool Share(std::vector<Value>& parts) override;

 private:
  std::vector<Value> items_;
};

// An insertion-ordered hash table, used by dicts and sets. Keys must be hashable: lookups can fail with
// `unhashable type: list`. Charges memory to the heap and one step per lookup; hashes are keyed against
// collisions.
class HashTable {
 public:
  explicit HashTable(Heap* heap) : heap_(*heap) {}

  struct Entry {
    Value key;  // unset when deleted
    Value value;
    uint32_t hash = 0;
  };

  size_t size() const { return size_; }
  // Adds keys and values.
  void AppendTo(std::vector<Value>& values) const;
  // With holes: skip entries whose key is unset.
  const std::vector<Entry>& entries() const { return entries_; }

  // Returns null if the key is missing. `work` belongs to the calling interpreter, because several may read a
  // shared table; may be null.
  Outcome<const Value*> Find(Value key, StepCounter* work) const;
  const Value* FindText(std::string_view key) const;
  // Adds or replaces an entry; returns whether it was added.
  Outcome<bool> Insert(Value key, Value value);
  // Returns the removed value; unset if there is no such key.
  Outcome<Value> Remove(Value key);
  // Returns the first entry, or null. Repeated removal from the front visits each removed slot once.
  const Entry* First() const;
  void Clear();

 private:
  size_t Slot(Value key, uint32_t hash, StepCounter* work, Status& status) const;
  void Rehash(size_t capacity);
  void Compact();
  void ChargeGrowth();

  Heap& heap_;
  std::vector<Entry> entries_;
  std::vector<uint32_t> slots_;  // 0 free, else index + 1
  size_t size_ = 0;
  mutable size_t first_ = 0;  // no entry is before it
  size_t charged_ = 0;        // bytes of both vectors
};

class HashCollection : public Mutable {
 public:
  HashCollection(Kind kind, Heap* heap) : Mutable(kind), table_(heap) {}
  const HashTable& table() const { return table_; }
  HashTable& mutable_table() { return table_; }
  size_t size() const { return table_.size(); }
  bool Share(std::vector<Value>& parts) override;

 private:
  HashTable table_;
};

class Dict final : public HashCollection {
 public:
  static constexpr Kind kKind = Kind::kDict;
  explicit Dict(Heap* heap) : HashCollection(kKind, heap) {}
};

class Set final : public HashCollection {
 public:
  static constexpr Kind kKind = Kind::kSet;
  explicit Set(Heap* heap) : HashCollection(kKind, heap) {}
};

class Range final : public Object {
 public:
  static constexpr Kind kKind = Kind::kRange;
  // `step` is not 0.
  Range(int64_t start, int64_t stop, int64_t step);
  int64_t start() const { return start_; }
  int64_t stop() const { return stop_; }
  int64_t step() const { return step_; }
  int64_t length() const { return length_; }
  Value At(int64_t index) const { return Value::Int(start_ + index * step_); }
  bool Share(std::vector<Value>& /*parts*/) override { return true; }

 private:
  int64_t start_, stop_, step_, length_;
};

// The result of "abc".elems(), elem_ords(), codepoints() and codepoint_ords().
class StringIterable final : public Object {
 public:
  static constexpr Kind kKind = Kind::kStringIterable;
  StringIterable(Value text, bool by_codepoint, bool as_numbers)
      : Object(kKind), text_(text), by_codepoint_(by_codepoint), as_numbers_(as_numbers) {}
  Value text() const { return text_; }
  bool by_codepoint() const { return by_codepoint_; }
  bool as_numbers() const { return as_numbers_; }
  bool Share(std::vector<Value>& parts) override;

 private:
  Value text_;
  bool by_codepoint_, as_numbers_;
};

// A function in C++. Its name starts its error messages; `receiver` is set for methods. Plain functions have
// no state; others are opaque.
class Builtin final : public Object {
 public:
  static constexpr Kind kKind = Kind::kBuiltin;
  enum class BuiltinState : uint8_t { kUnknown, kStateless };
  Builtin(std::string name, NativeFunction run, Value receiver = {},
          BuiltinState keeps = BuiltinState::kUnknown)
      : Object(kKind), name_(std::move(name)), run_(std::move(run)), receiver_(receiver), state_(keeps) {}
  const std::string& name() const { return name_; }
  const NativeFunction& run() const { return run_; }
  Value receiver() const { return receiver_; }
  bool Share(std::vector<Value>& parts) override;
  // Returns whether the function is a plain function pointer without state.
  static bool IsStateless(const NativeFunction& run);

 private:
  std::string name_;
  NativeFunction run_;
  Value receiver_;
  BuiltinState state_;
};

// ytt's struct: named attributes in the order they were given, immutable. Also read as `s["name"]`, and loops
// go through the names. Two structs are equal when they are the same object, as in ytt.
class Struct final : public Object {
 public:
  static constexpr Kind kKind = Kind::kStruct;
  using Field = std::pair<std::string, Value>;
  explicit Struct(std::vector<Field> fields);
  const std::vector<Field>& fields() const { return fields_; }
  // Returns the value of a field; unset if there is none.
  Value Find(std::string_view name) const;
  bool Share(std::vector<Value>& parts) override;

 private:
  std::vector<Field> fields_;
  TextMap<std::string_view, size_t> index_;  // for large structs
};

// A module: a name and members. Also the result of running a program: its globals.
class Module final : public Object {
 public:
  static constexpr Kind kKind = Kind::kModule;
  explicit Module(std::string name) : Object(kKind), name_(std::move(name)) {}
  const std::string& name() const { return name_; }

  size_t size() const { return names_.size(); }
  std::string_view member_name(size_t slot) const { return names_[slot]; }
  Value member(size_t slot) const { return values_[slot]; }
  // Returns the value of a member; unset if there is none or it is not assigned yet.
  Value Find(std::string_view name) const;
  // Adds or replaces.
  void Define(std::string_view name, Value value);
  // Returns the slot of a name; creates it, unset, if it is new.
  size_t SlotOf(std::string_view name);
  void Assign(size_t slot, Value value) { values_[slot] = value; }
  // Unsets the variable, because computing its value failed, which was reported.
  void Poison(size_t slot);
  bool IsPoisoned(size_t slot) const { return slot < tainted_.size() && tainted_[slot]; }
  bool Share(std::vector<Value>& parts) override;

 private:
  std::string name_;
  std::vector<std::string> names_;
  std::vector<Value> values_;
  std::vector<bool> tainted_;  // grown on demand
  TextMap<std::string, size_t> index_;
};

}  // namespace kval::starlark
