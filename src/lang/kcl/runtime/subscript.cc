#include <limits>
#include <string>
#include <vector>

#include "src/lang/kcl/runtime/arithmetic.h"
#include "src/lang/kcl/runtime/size_estimate.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/substitute.h"
#include "src/support/utf8.h"

namespace kval::kcl::runtime {
namespace {

struct Bounds {
  int64_t start;
  int64_t step;
  int64_t count;
};

// Python's rules for slices.
Bounds Adjust(int64_t size, const Value& lower, const Value& upper, int64_t step) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  int64_t start = lower.is(Kind::kInt) ? lower.integer : step < 0 ? kMax : 0;
  int64_t stop = upper.is(Kind::kInt) ? upper.integer : step < 0 ? kMin : kMax;
  auto clamp = [size, step](int64_t at) {
    if (at < 0) {
      at = at < -size ? -1 : at + size;
      return at < 0 ? (step < 0 ? int64_t{-1} : int64_t{0}) : at;
    }
    return at >= size ? (step < 0 ? size - 1 : size) : at;
  };
  start = clamp(start);
  stop = clamp(stop);
  int64_t count = 0;
  if (step < 0 && stop < start) {
    count = (start - stop - 1) / -step + 1;
  } else if (step > 0 && start < stop) {
    count = (stop - start - 1) / step + 1;
  }
  return {start, step, count};
}

// Where the code points of a text begin.
class CodePoints {
 public:
  explicit CodePoints(std::string_view text) : text_(text), size_(utf8::Count(text)) {}

  size_t size() const { return size_; }
  // Records the offsets of all code points, for repeated access. Returns false, after failing with the memory
  // limit, if memory is insufficient.
  bool Index(Runtime& runtime) {
    if (size_ == text_.size()) {
      return true;
    }
    if (!runtime.heap().CanAllocate(size_ * sizeof(size_t))) {
      runtime.FailLimit(Limit::kMemory, "the string is larger than the memory limit");
      return false;
    }
    offsets_.reserve(size_);
    for (size_t i = 0; i < text_.size(); i += utf8::Decode(text_, i).length) {
      offsets_.push_back(i);
    }
    return true;
  }
  std::string_view At(size_t position) const {
    const size_t begin = size_ == text_.size() ? position
                         : !offsets_.empty()   ? offsets_[position]
                                               : utf8::OffsetOf(text_, position);
    return text_.substr(begin, utf8::Decode(text_, begin).length);
  }

 private:
  std::string_view text_;
  size_t size_;
  std::vector<size_t> offsets_;  // empty until Index, and when each is one byte
};

// Counts the work of walking through a text.
bool ChargeText(Runtime& runtime, std::string_view text) {
  constexpr size_t kBytesOfStep = 16;
  return runtime.Charge(text.size() / kBytesOfStep);
}

bool IndexOf(Runtime& runtime, int64_t index, size_t size, const char* what, size_t* position) {
  int64_t at = index < 0 ? index + static_cast<int64_t>(size) : index;
  if (at < 0) {
    runtime.Fail(Substitute("index out of bounds: the len is {} but the index is {}", size, index));
    return false;
  }
  if (at >= static_cast<int64_t>(size)) {
    runtime.Fail(Substitute("{} index out of range: {}", what, index));
    return false;
  }
  *position = static_cast<size_t>(at);
  return true;
}

}  // namespace

Value Subscript(Runtime& runtime, const Value& value, const Value& index) {
  size_t position = 0;
  if (value.is(Kind::kString) && index.is(Kind::kInt)) {
    const CodePoints points(value.string());
    if (!ChargeText(runtime, value.string()) ||
        !IndexOf(runtime, index.integer, points.size(), "string", &position)) {
      return {};
    }
    return String(runtime.heap(), points.At(position), value.span);
  }
  if (value.is(Kind::kList) && index.is(Kind::kInt)) {
    return IndexOf(runtime, index.integer, value.items().size(), "list", &position) ? value.items()[position]
                                                                                    : Value();
  }
  if (value.is_config() && index.is(Kind::kString)) {
    return value.fields().Get(index.string());
  }
  if (value.is(Kind::kDict)) {
    return {};
  }
  return runtime.Fail(
      Substitute("'{}' object is not subscriptable with '{}'", TypeName(value), TypeName(index)));
}

Value Slice(Runtime& runtime, const Value& value, const Value& lower, const Value& upper, const Value& step) {
  int64_t by = step.is(Kind::kInt) ? step.integer : 1;
  if (by == 0) {
    return runtime.Fail("slice step cannot be zero");
  }
  if (value.is(Kind::kList)) {
    std::span<const Value> items = value.items();
    Bounds bounds = Adjust(static_cast<int64_t>(items.size()), lower, upper, by);
    std::vector<Value> slice;
    if (!CheckListSize(runtime, static_cast<size_t>(bounds.count))) {
      return {};
    }
    for (int64_t i = 0; i < bounds.count; ++i) {
      slice.push_back(items[static_cast<size_t>(bounds.start + i * bounds.step)]);
    }
    return MakeList(runtime.heap(), slice);
  }
  if (value.is(Kind::kString)) {
    CodePoints points(value.string());
    if (!ChargeText(runtime, value.string()) || !points.Index(runtime)) {
      return {};
    }
    Bounds bounds = Adjust(static_cast<int64_t>(points.size()), lower, upper, by);
    if (bounds.step == 1 && bounds.count > 0) {
      const auto first = static_cast<size_t>(bounds.start);
      const std::string_view begin = points.At(first);
      const std::string_view last = points.At(first + static_cast<size_t>(bounds.count) - 1);
      const std::string_view part(begin.data(),
                                  static_cast<size_t>(last.data() - begin.data()) + last.size());
      return runtime.heap().CanAllocate(part.size()) ? String(runtime.heap(), part) : Value();
    }
    constexpr size_t kLongest = 4;  // bytes of a character
    if (!runtime.heap().CanAllocateString(
            std::min(value.string().size(), static_cast<size_t>(bounds.count) * kLongest))) {
      return {};
    }
    std::string slice;
    for (int64_t i = 0; i < bounds.count; ++i) {
      slice += points.At(static_cast<size_t>(bounds.start + i * bounds.step));
    }
    return String(runtime.heap(), slice);
  }
  return runtime.Fail("invalid slice object " + TypeName(value));
}

}  // namespace kval::kcl::runtime
