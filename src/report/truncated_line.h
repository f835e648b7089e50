#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "src/report/redactor.h"
#include "src/report/text.h"
#include "src/source/source_file.h"

namespace kval::report {

// The redacted parts of lines: spans in the file, sorted, and those that `redactor` finds in a line.
struct RedactedParts {
  std::span<const source::Span> spans;
  const Redactor* redactor = nullptr;
};

// A source line truncated to the width of a terminal: if it is too long, only the part around one location is
// kept, with `…` at the cuts. Columns count from 0. A location in a removed part is mapped to the nearest
// end.
class TruncatedLine {
 public:
  // `anchor` is in the line and stays visible, at least its start. Redaction precedes truncation.
  TruncatedLine(const source::SourceFile& file, uint32_t number, source::Span anchor, uint32_t width,
                const RedactedParts& hidden);

  std::string Text() const;
  // Return the column of the character at the virtual offset, and the column after the character that ends
  // there.
  uint32_t GetColumn(uint32_t offset) const;
  uint32_t GetEndColumn(uint32_t offset) const;

 private:
  uint32_t FirstColumn(const std::vector<TerminalCell>& all, source::Span anchor, uint32_t width) const;
  void Truncate(std::vector<TerminalCell> all, uint32_t left, uint32_t width);

  uint32_t base_ = 0;                // virtual offset that cells are relative to
  std::vector<TerminalCell> cells_;  // those shown
  std::vector<uint32_t> starts_;     // the column of each cell, and the end
  bool cut_left_ = false;
  bool cut_right_ = false;
};

}  // namespace kval::report
