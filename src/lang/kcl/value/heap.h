#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "src/support/arena.h"

namespace kval::kcl::runtime {

// The memory of one evaluation: an arena that counts what it hands out. Nothing is freed before the
// whole evaluation is; the limit is asked for by the evaluator after each step (`over_limit`), so a
// single allocation may exceed it. Strings and collections must be sized with care before they are made.
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

  size_t used() const { return used_; }
  size_t limit() const { return limit_; }
  bool over_limit() const { return used_ > limit_; }
  // True when `bytes` more would still be within the limit: to be asked before something is made whose
  // size the program chose (`"x" * n`, `range(n)`).
  bool HasRoom(size_t bytes) {
    bool fits = bytes <= limit_ && used_ <= limit_ - bytes;
    refused_ = refused_ || !fits;
    return fits;
  }
  // True after HasRoom said no: what fails now, fails for want of memory.
  bool refused() const { return refused_; }

 private:
  Arena arena_;
  size_t used_ = 0;
  size_t limit_;
  bool refused_ = false;
};

}  // namespace kval::kcl::runtime
