#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace kval::cel {

// A variable with a path to a value: field names, `@items`, `@values`, `@keys`, `@indices`.
//
// It grows like a Go slice: appending may overwrite spare capacity shared with another path with the same
// prefix. cel-go estimates costs with such paths, and the first path then denotes the value of the second
// (checker/cost.go, addPath).
class ValuePath {
 public:
  ValuePath() = default;
  explicit ValuePath(std::string_view variable)
      : capacity_(std::make_shared<std::vector<std::string_view>>(1, variable)), size_(1) {}

  ValuePath Then(std::string_view step) const {
    ValuePath longer = *this;
    if (capacity_ == nullptr || size_ == capacity_->size()) {
      longer = Copy(size_ == 0 ? 1 : 2 * size_);
    }
    (*longer.capacity_)[longer.size_++] = step;
    return longer;
  }
  // The same with separate storage.
  ValuePath Apart(std::string_view step) const {
    ValuePath longer = Copy(size_ + 1);
    (*longer.capacity_)[longer.size_++] = step;
    return longer;
  }

  bool empty() const { return size_ == 0; }
  std::span<const std::string_view> steps() const {
    return capacity_ == nullptr ? std::span<const std::string_view>() : std::span(*capacity_).first(size_);
  }

 private:
  ValuePath Copy(size_t capacity) const {
    ValuePath copy;
    copy.capacity_ = std::make_shared<std::vector<std::string_view>>(capacity);
    copy.size_ = size_;
    for (size_t i = 0; i < size_; ++i) {
      (*copy.capacity_)[i] = (*capacity_)[i];
    }
    return copy;
  }

  std::shared_ptr<std::vector<std::string_view>> capacity_;
  size_t size_ = 0;
};

}  // namespace kval::cel
