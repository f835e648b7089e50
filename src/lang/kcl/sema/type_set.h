#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <unordered_set>
#include <vector>

#include "src/lang/kcl/sema/type.h"

namespace kval::kcl {

// Distinct types in insertion order. A few need no allocation.
class TypeSet {
 public:
  void Add(const Type* type) {
    if (count_ < kFewTypes) {
      const auto end = few_.begin() + static_cast<std::ptrdiff_t>(count_);
      if (std::find(few_.begin(), end, type) == end) {
        few_[count_++] = type;
      }
      return;
    }
    if (many_.empty()) {
      many_.assign(few_.begin(), few_.end());
      seen_.insert(few_.begin(), few_.end());
    }
    if (seen_.insert(type).second) {
      many_.push_back(type);
    }
  }
  std::span<const Type* const> types() const {
    return many_.empty() ? std::span<const Type* const>(few_.data(), count_) : many_;
  }

 private:
  // From here on looking through all types takes longer than a table of them.
  static constexpr size_t kFewTypes = 16;

  std::array<const Type*, kFewTypes> few_;
  size_t count_ = 0;                      // of the few
  std::vector<const Type*> many_;         // all of them, once they are more
  std::unordered_set<const Type*> seen_;  // the same
};

}  // namespace kval::kcl
