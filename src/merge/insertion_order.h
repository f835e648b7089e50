#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace kval::merge {

// The order of a growing list with insertions: new elements are appended, and links record their order.
// Without links, positions are the order.
class InsertionOrder {
 public:
  bool empty() const { return next_.empty(); }
  void Begin(size_t count) {
    next_.resize(count + 1);
    std::iota(next_.begin(), next_.end() - 1, size_t{1});
    previous_.resize(count + 1);
    std::iota(previous_.begin() + 1, previous_.end(), size_t{0});
    last_ = count;
  }
  // Each adds the next position: before or after another one, or at the end.
  void InsertBefore(size_t position) { Link(previous_[position + 1]); }
  void InsertAfter(size_t position) { Link(position + 1); }
  void Append() { Link(last_); }

  size_t first() const { return next_[0] - 1; }
  size_t last() const { return last_ - 1; }
  size_t Next(size_t position) const { return next_[position + 1] - 1; }
  size_t Previous(size_t position) const { return previous_[position + 1] - 1; }

  // Returns `items` in list order.
  template <typename Item>
  std::vector<Item> Ordered(const std::vector<Item>& items) const {
    std::vector<Item> ordered;
    ordered.reserve(items.size());
    for (size_t at = first(); ordered.size() < items.size(); at = Next(at)) {
      ordered.push_back(items[at]);
    }
    return ordered;
  }
  void Clear() { *this = InsertionOrder(); }

 private:
  void Link(size_t following) {
    const size_t added = next_.size();
    next_.push_back(next_[following]);
    next_[following] = added;
    previous_.push_back(following);
    (following == last_ ? last_ : previous_[next_[added]]) = added;
  }

  // The next and previous position of each position, each plus one; 0 is the end of the list.
  std::vector<size_t> next_;
  std::vector<size_t> previous_;
  size_t last_ = 0;
};

}  // namespace kval::merge
