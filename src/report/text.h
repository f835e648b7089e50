#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kval::report {

// A piece of a source line on a terminal: the bytes [begin, end) of the line, their printed form and its
// columns.
struct TerminalCell {
  uint32_t begin = 0;
  uint32_t end = 0;
  std::string text;
  uint32_t width = 1;
};

struct ByteRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

// Splits a line into cells. A tab is one `→`; characters that would move the cursor or change the text
// direction are escaped as `\u{202E}`; an ill-formed byte as `\xFF`; a combining mark is part of the
// preceding cell. Each of `hidden` (sorted, disjoint) becomes one `<redacted>`.
std::vector<TerminalCell> Cells(std::string_view line, std::span<const ByteRange> hidden);

// The only escape function for text that reaches a terminal or log: safe on one line. As Cells, but a tab is
// `\t` and a line break `\n`; `##[` and `##vso[`, which GitHub and Azure runners interpret anywhere, get
// `\u{5B}` for the bracket.
std::string Escape(std::string_view text);
// The same, keeping LF. Callers must begin each line with their own text, because runners interpret
// `::error::` at the start of a line, even after spaces.
std::string EscapeLines(std::string_view text);
// Escapes a string that begins a line.
std::string EscapeLineStart(std::string_view text);

// Escapes program output that is printed on separate lines: keeps LF and tabs, and prevents lines that begin
// with a workflow command.
std::string EscapePrinted(std::string_view text);

// Whether the code point is a control, invisible formatting (bidirectional overrides among it), a line
// separator or unassigned: what Escape spells out.
bool IsUnsafe(char32_t c);

// Returns the number of terminal columns of `text`, which must be printable.
uint32_t ColumnsOf(std::string_view text);

// The same text with every ill-formed byte replaced by U+FFFD.
std::string ValidUtf8(std::string_view text);

}  // namespace kval::report
