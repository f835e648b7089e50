#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kval::lex {

// The white space at the start of a line. A tab counts up to the next multiple of `tab_width`.
struct LineIndent {
  uint32_t width = 0;
  size_t bytes = 0;
  bool has_tab = false;
  bool mixes = false;  // a tab behind a space
};

constexpr LineIndent MeasureIndent(std::string_view line, uint32_t tab_width) {
  LineIndent indent;
  bool has_space = false;
  for (const char c : line) {
    if (c == ' ') {
      has_space = true;
      ++indent.width;
    } else if (c == '\t') {
      indent.has_tab = true;
      indent.mixes = indent.mixes || has_space;
      indent.width += tab_width - indent.width % tab_width;
    } else {
      break;
    }
    ++indent.bytes;
  }
  return indent;
}

// What a line's indentation means after the lines before it.
struct IndentChange {
  enum Kind : uint8_t { kSame, kOpen, kClose, kInconsistent } kind = kSame;
  size_t closed = 0;  // blocks that end before this line, for kClose and kInconsistent
};

// The open blocks of a language in which indentation makes blocks. The outermost block has width 0.
class IndentCounter {
 public:
  IndentChange Next(uint32_t width) {
    if (width > widths_.back()) {
      widths_.push_back(width);
      return {IndentChange::kOpen, 0};
    }
    size_t closed = 0;
    while (width < widths_.back()) {
      widths_.pop_back();
      ++closed;
    }
    if (width != widths_.back()) {
      // Between two open blocks: the line is taken to belong to the outer one.
      return {IndentChange::kInconsistent, closed};
    }
    return {closed == 0 ? IndentChange::kSame : IndentChange::kClose, closed};
  }
  // Blocks still open, for the end of the text.
  size_t depth() const { return widths_.size() - 1; }

 private:
  std::vector<uint32_t> widths_ = {0};
};

}  // namespace kval::lex
