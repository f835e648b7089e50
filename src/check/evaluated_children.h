#pragma once

#include <cstddef>
#include <vector>

namespace kval::check {

// The children of a value that a type evaluates: keys of a map, or items of an array, by position.
class EvaluatedChildren {
 public:
  explicit EvaluatedChildren(size_t children) : seen_(children) {}

  void Add(size_t child) { seen_[child] = true; }
  void AddFirst(size_t count) {
    for (size_t i = 0; i < count && i < seen_.size(); ++i) {
      seen_[i] = true;
    }
  }
  void AddAll() { AddFirst(seen_.size()); }
  bool Has(size_t child) const { return seen_[child]; }

 private:
  std::vector<bool> seen_;
};

}  // namespace kval::check
