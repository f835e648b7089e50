#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/starlark/object.h"
#include "src/lang/starlark/step_counter.h"

namespace kval::starlark {

// The memory used by an allocation of that many bytes: malloc adds a word and rounds up.
constexpr size_t MemoryOf(size_t bytes) {
  constexpr size_t kWord = 8, kGrain = 16, kLeast = 32;
  if (bytes == 0) {
    return 0;
  }
  const size_t held = (bytes + kWord + kGrain - 1) / kGrain * kGrain;
  return held < kLeast ? kLeast : held;
}
inline size_t MemoryOf(const std::string& text) {
  constexpr size_t kInside = 15;
  return text.capacity() > kInside ? MemoryOf(text.capacity() + 1) : 0;
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
    used_ += MemoryOf(sizeof(T));
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
                   Builtin::BuiltinState keeps = Builtin::BuiltinState::kUnknown);

  // Computes the hash of every string now instead of on first use as a key, so that frozen strings are
  // read-only.
  void HashStrings();

  // Work that was done for values of this heap.
  StepCounter& work() { return work_; }

  // Charges memory allocated by objects. May exceed the limit; the interpreter stops soon after.
  void Charge(size_t bytes) { used_ += bytes; }
  // Releases charged memory.
  void Release(size_t bytes) { used_ -= bytes; }
  // Returns whether `bytes` more are within the limit. Call before large allocations.
  bool Allows(size_t bytes) const { return used_ <= limit_ && bytes <= limit_ - used_; }
  // The same for a string under construction of `bytes` length: while it is reallocated, the old buffer and
  // one of twice the size exist.
  bool AllowsText(size_t bytes) const { return Allows(3 * bytes); }
  bool exhausted() const { return used_ > limit_; }
  size_t used() const { return used_; }
  size_t limit() const { return limit_; }

 private:
  Object* objects_ = nullptr;
  StepCounter work_;
  size_t used_ = 0;
  size_t limit_;
};

// Returns the maximum size of a string under construction: when it grows, two more copies may exist, and it
// is copied at the end.
inline size_t MaxStringSize(const Heap& heap) {
  return heap.used() < heap.limit() ? (heap.limit() - heap.used()) / 3 : 0;
}

// Returns the error for an exceeded limit.
EvalFailure OutOfMemory(const Heap& heap);

}  // namespace kval::starlark
