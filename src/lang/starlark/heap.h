#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/starlark/object.h"
#include "src/lang/starlark/work.h"

namespace kval::starlark {

// The memory used by an allocation of that many bytes: malloc adds a word and rounds up.
constexpr size_t HeldBy(size_t bytes) {
  constexpr size_t kWord = 8, kGrain = 16, kLeast = 32;
  if (bytes == 0) {
    return 0;
  }
  const size_t held = (bytes + kWord + kGrain - 1) / kGrain * kGrain;
  return held < kLeast ? kLeast : held;
}
inline size_t HeldBy(const std::string& text) {
  constexpr size_t kInside = 15;
  return text.capacity() > kInside ? HeldBy(text.capacity() + 1) : 0;
}

// Owns every object of one interpreter and frees them at once. There is no garbage collection: programs are
// short and memory is limited. Counts objects and their own allocations, including spare capacity.
class Heap {
 public:
  explicit Heap(size_t limit) : limit_(limit) {}
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // An object of any class derived from Object, HostValues of other libraries included.
  template <typename T, typename... Params>
  T* New(Params&&... params) {
    T* made = new T(std::forward<Params>(params)...);
    Object* object = made;
    object->next_ = objects_;
    objects_ = object;
    used_ += HeldBy(sizeof(T));
    return made;
  }

  Value NewString(std::string text);
  Value NewString(std::string_view text) { return NewString(std::string(text)); }
  Value NewString(const char* text) { return NewString(std::string(text)); }
  Value NewList(std::vector<Value> items);
  Value NewTuple(std::vector<Value> items);
  Dict* NewDict() { return New<Dict>(this); }
  Set* NewSet() { return New<Set>(this); }
  Value NewStruct(std::vector<Struct::Field> fields);
  Value NewBuiltin(std::string name, NativeFunction run, Value receiver = {},
                   Builtin::Keeps keeps = Builtin::Keeps::kUnknown);

  // Works out now what strings work out when they are first a key.
  void HashStrings();

  // Work that was done for values of this heap.
  Work& work() { return work_; }

  // Charges memory allocated by objects. May exceed the limit; the interpreter stops soon after.
  void Charge(size_t bytes) { used_ += bytes; }
  // Releases charged memory.
  void Release(size_t bytes) { used_ -= bytes; }
  // False when `bytes` more would pass the limit: ask before anything large.
  bool Allows(size_t bytes) const { return used_ <= limit_ && bytes <= limit_ - used_; }
  // The same for a string under construction of `bytes` length: while it is reallocated, the old buffer and
  // one of twice the size exist.
  bool AllowsText(size_t bytes) const { return Allows(3 * bytes); }
  bool exhausted() const { return used_ > limit_; }
  size_t used() const { return used_; }
  size_t limit() const { return limit_; }

 private:
  Object* objects_ = nullptr;
  Work work_;
  size_t used_ = 0;
  size_t limit_;
};

// How large a text may become that is being made: it is held two more times when it grows, and is copied.
inline size_t MostText(const Heap& heap) {
  return heap.used() < heap.limit() ? (heap.limit() - heap.used()) / 3 : 0;
}

// The error for passing the limit.
Failed OutOfMemory(const Heap& heap);

}  // namespace kval::starlark
