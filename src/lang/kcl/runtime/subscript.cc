#include <limits>
#include <string>
#include <vector>

#include "src/lang/kcl/runtime/arithmetic.h"
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

// The offsets of the code points of a text, and its end.
std::vector<size_t> CodePoints(std::string_view text) {
  std::vector<size_t> offsets;
  for (size_t i = 0; i < text.size(); i += utf8::Decode(text, i).length) {
    offsets.push_back(i);
  }
  offsets.push_back(text.size());
  return offsets;
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
    std::vector<size_t> points = CodePoints(value.string());
    if (!IndexOf(runtime, index.integer, points.size() - 1, "string", &position)) {
      return {};
    }
    size_t begin = points[position];
    return String(runtime.heap(), value.string().substr(begin, points[position + 1] - begin), value.span);
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
    for (int64_t i = 0; i < bounds.count; ++i) {
      slice.push_back(items[static_cast<size_t>(bounds.start + i * bounds.step)]);
    }
    return MakeList(runtime.heap(), slice);
  }
  if (value.is(Kind::kString)) {
    std::vector<size_t> points = CodePoints(value.string());
    Bounds bounds = Adjust(static_cast<int64_t>(points.size()) - 1, lower, upper, by);
    std::string slice;
    for (int64_t i = 0; i < bounds.count; ++i) {
      size_t at = static_cast<size_t>(bounds.start + i * bounds.step);
      slice += value.string().substr(points[at], points[at + 1] - points[at]);
    }
    return String(runtime.heap(), slice);
  }
  return runtime.Fail("invalid slice object " + TypeName(value));
}

}  // namespace kval::kcl::runtime
