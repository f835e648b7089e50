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
      : room_(std::make_shared<std::vector<std::string_view>>(1, variable)), size_(1) {}

  ValuePath Then(std::string_view step) const {
    ValuePath longer = *this;
    if (room_ == nullptr || size_ == room_->size()) {
      longer = Copy(size_ == 0 ? 1 : 2 * size_);
    }
    (*longer.room_)[longer.size_++] = step;
    return longer;
  }
  // The same with separate storage.
  ValuePath Apart(std::string_view step) const {
    ValuePath longer = Copy(size_ + 1);
    (*longer.room_)[longer.size_++] = step;
    return longer;
  }

  bool empty() const { return size_ == 0; }
  std::span<const std::string_view> steps() const {
    return room_ == nullptr ? std::span<const std::string_view>() : std::span(*room_).first(size_);
  }

 private:
  ValuePath Copy(size_t room) const {
    ValuePath copy;
    copy.room_ = std::make_shared<std::vector<std::string_view>>(room);
    copy.size_ = size_;
    for (size_t i = 0; i < size_; ++i) {
      (*copy.room_)[i] = (*room_)[i];
    }
    return copy;
  }

  std::shared_ptr<std::vector<std::string_view>> room_;
  size_t size_ = 0;
};

}  // namespace kval::cel
