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

// The one escape of every text that reaches a terminal or a log: safe to print on one line. As Cells, but a
// tab is `\t` and a line break `\n`; `##[` and `##vso[`, which the runners of GitHub and Azure obey wherever
// they stand, lose their bracket to `\u{5B}`.
std::string Escape(std::string_view text);
// The same, keeping LF. The caller begins each line with something of its own: runners obey `::error::` at
// the beginning of a line, blanks before it or not.
std::string EscapeLines(std::string_view text);
// Escape for a text that itself begins a line.
std::string EscapeLineStart(std::string_view text);

// What a program prints, in lines that are its own: LF and tabs stay, and no line begins with a command.
std::string EscapePrinted(std::string_view text);

// Whether the code point is a control, invisible formatting (bidirectional overrides among it), a line
// separator or unassigned: what Escape spells out.
bool IsUnsafe(char32_t c);

// Columns that `text`, which is printable, takes in a terminal.
uint32_t ColumnsOf(std::string_view text);

// The same text with every ill-formed byte replaced by U+FFFD.
std::string ValidUtf8(std::string_view text);

}  // namespace kval::report
