#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "src/report/style.h"
#include "src/report/text.h"
#include "src/report/truncated_line.h"
#include "src/source/source_file.h"

namespace kval::report {

// A range to underline. The source is printed without escaping: escape it before.
struct SnippetLabel {
  source::Span span;
  std::string text;
  bool primary = false;
};

struct SnippetStyle {
  bool color = false;
  TextStyle primary = TextStyle::kError;
  uint32_t number_width = 1;   // columns for line numbers
  uint32_t context_lines = 0;  // lines before the first primary mark
  uint32_t width = 0;          // columns of the terminal, 0: unknown
};

// Source lines with marks under them, in rustc's notation:
//
//    |
// 12 |   port: "80"
//    |         ^^^^ quoted scalar is a string
//
// Marks of the same file share one frame; distant lines are parted by `...`; a mark over several lines has
// a bar at the left.
void WriteSnippet(const source::SourceFile& file, std::span<const SnippetLabel> marks,
                  const RedactedParts& hidden, const SnippetStyle& style, std::string* out);

// The last line of a mark, which determines the width of line numbers.
uint32_t LastLine(const source::SourceFile& file, source::Span span);

}  // namespace kval::report
