#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "src/lang/cel/value.h"
#include "src/support/arena.h"

namespace kval::cel {

// The memory of one evaluation, freed as a whole.
//
// Every byte counts against a limit. Small allocations always succeed; code that allocates much calls Reserve
// first. An evaluation ends soon after `is_full`.
class Heap {
 public:
  explicit Heap(uint64_t limit) : left_(limit) {}

  bool is_full() const { return is_full_; }
  // Reserves and counts bytes; returns false if the limit forbids it.
  bool Reserve(uint64_t bytes) {
    if (bytes > left_) {
      is_full_ = true;
      return false;
    }
    left_ -= bytes;
    return true;
  }

  template <typename T, typename... Args>
  const T* New(Args&&... args) {
    Reserve(sizeof(T));
    return arena_.New<T>(std::forward<Args>(args)...);
  }
  // Copies without counting; for reserved memory.
  std::string_view CopyText(std::string_view text) { return arena_.CopyText(text); }
  template <typename T>
  std::span<T> Copy(std::span<const T> items) {
    return arena_.Copy(items);
  }

  Arena& arena() { return arena_; }

 private:
  Arena arena_;
  uint64_t left_;
  bool is_full_ = false;
};

}  // namespace kval::cel
