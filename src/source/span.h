#pragma once

#include <cstdint>

namespace kval::source {

// A range [begin, end) of bytes in the one virtual buffer that holds all inputs of a run (SourceMap).
// {0, 0} means "nowhere": offset 0 belongs to no file.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;

  constexpr bool has_value() const { return begin != 0; }
  constexpr uint32_t size() const { return end - begin; }
  friend constexpr bool operator==(Span, Span) = default;
};

// The smallest span that covers both; a span without value does not count.
constexpr Span Cover(Span a, Span b) {
  if (!a.has_value()) {
    return b;
  }
  if (!b.has_value()) {
    return a;
  }
  return {a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

// A place for people: both 1-based, the column counted in code points.
struct LineColumn {
  uint32_t line = 0;
  uint32_t column = 0;
  friend constexpr bool operator==(LineColumn, LineColumn) = default;
};

}  // namespace kval::source
