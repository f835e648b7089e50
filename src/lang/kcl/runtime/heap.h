#pragma once

#include <cstddef>
#include <new>
#include <span>
#include <string_view>
#include <utility>

#include "src/support/arena.h"

namespace kval::kcl::runtime {

// The memory of one evaluation: an arena that counts its allocations, and other memory held. Nothing in the
// arena is freed before the evaluation ends; the evaluator checks the limit after each step (`over_limit`),
// so a single allocation may exceed it. Callers must check the sizes of strings and collections before
// creating them.
class Heap {
 public:
  explicit Heap(size_t limit = size_t{1} << 30) : limit_(limit) {}

  template <typename T, typename... Args>
  T* New(Args&&... args) {
    used_ += sizeof(T);
    return arena_.New<T>(std::forward<Args>(args)...);
  }
  template <typename T>
  std::span<T> Copy(std::span<const T> items) {
    used_ += items.size_bytes();
    return arena_.Copy(items);
  }
  std::string_view CopyText(std::string_view text) {
    used_ += text.size();
    return arena_.CopyText(text);
  }

  // Counts memory held outside the arena.
  void Hold(size_t bytes) { used_ += bytes; }
  // Returns temporary memory, for growing collections (HeapAllocator). Small blocks come from the arena and
  // are reused, because they are needed all the time.
  void* Borrow(size_t bytes) {
    used_ += bytes;
    if (bytes > sizeof(Small)) {
      return ::operator new(bytes);
    }
    if (small_ == nullptr) {
      return arena_.New<Small>();
    }
    Small* const place = small_;
    small_ = place->next;
    return place;
  }
  void GiveBack(void* place, size_t bytes) {
    used_ -= bytes;
    if (bytes > sizeof(Small)) {
      ::operator delete(place);
    } else {
      small_ = ::new (place) Small{small_};
    }
  }

  size_t used() const { return used_; }
  size_t limit() const { return limit_; }
  bool over_limit() const { return used_ > limit_; }
  // Whether `bytes` more are within the limit. Call it before creating a value whose size the program chooses
  // (`"x" * n`, `range(n)`).
  bool CanAllocate(size_t bytes) {
    bool fits = bytes <= limit_ && used_ <= limit_ - bytes;
    refused_ = refused_ || !fits;
    return fits;
  }
  // The same for a string of `bytes` under construction: when its buffer grows, the old buffer and one of
  // twice the size exist at once.
  bool CanAllocateString(size_t bytes) { return CanAllocate(3 * bytes); }
  // Whether CanAllocate returned false: subsequent failures are caused by the memory limit.
  bool refused() const { return refused_; }

 private:
  union Small {
    Small* next;
    alignas(std::max_align_t) std::byte capacity[384];
  };

  Arena arena_;
  Small* small_ = nullptr;
  size_t used_ = 0;
  size_t limit_;
  bool refused_ = false;
};

// For the vectors that values are collected in before they are copied into the heap: while they live they
// count as the heap's memory.
template <typename T>
class HeapAllocator {
 public:
  using value_type = T;

  explicit HeapAllocator(Heap* heap) : heap_(heap) {}
  template <typename U>
  HeapAllocator(const HeapAllocator<U>& other) : heap_(other.heap()) {}

  T* allocate(size_t count) { return static_cast<T*>(heap_->Borrow(count * sizeof(T))); }
  void deallocate(T* place, size_t count) { heap_->GiveBack(place, count * sizeof(T)); }
  Heap* heap() const { return heap_; }
  template <typename U>
  bool operator==(const HeapAllocator<U>& other) const {
    return heap_ == other.heap();
  }

 private:
  Heap* heap_;
};

}  // namespace kval::kcl::runtime
