#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kval::report {

// A piece of a source line as a terminal shows it: the bytes [begin, end) of the line, what is printed for
// them and how many columns that takes.
struct Cell {
  uint32_t begin = 0;
  uint32_t end = 0;
  std::string text;
  uint32_t width = 1;
};

struct ByteRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

// A line cut into cells: a tab is one `→`; what would move the cursor or turn the direction of writing is
// spelled `\u{202E}`; an ill-formed byte `\xFF`; a mark that combines is part of the cell before it. Each
// of `secrets` (sorted, disjoint) becomes one `<redacted>`.
std::vector<Cell> Cells(std::string_view line, std::span<const ByteRange> secrets);

// Text that is safe to print on one line of a terminal: as Cells, but a tab is `\t` and a line break `\n`.
std::string Escape(std::string_view text);
// The same, keeping LF.
std::string EscapeLines(std::string_view text);

// Columns that `text`, which is printable, takes in a terminal.
uint32_t ColumnsOf(std::string_view text);

// The same text with every ill-formed byte replaced by U+FFFD.
std::string ValidUtf8(std::string_view text);

}  // namespace kval::report
