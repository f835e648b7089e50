#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "src/report/known_secrets.h"
#include "src/report/text.h"
#include "src/source/source_file.h"

namespace kval::report {

// The redacted parts of a line: spans in its file, sorted, and strings anywhere.
struct HiddenParts {
  std::span<const source::Span> places;
  const KnownSecrets* texts = nullptr;
};

// A source line as a terminal of some width shows it: cut around one place when it is too long, with `…`
// where it is cut. Columns count from 0. Places that are cut away are at the nearer end.
class CutLine {
 public:
  // `anchor` is in the line and stays visible, at least its start. Redaction precedes truncation.
  CutLine(const source::SourceFile& file, uint32_t number, source::Span anchor, uint32_t width,
          const HiddenParts& hidden);

  std::string Text() const;
  // The column where the character at the virtual offset begins, and the one just behind the character
  // that ends there.
  uint32_t ColumnOf(uint32_t offset) const;
  uint32_t EndColumnOf(uint32_t offset) const;

 private:
  uint32_t FirstColumn(const std::vector<Cell>& all, source::Span anchor, uint32_t width) const;
  void Keep(std::vector<Cell> all, uint32_t left, uint32_t width);

  uint32_t base_ = 0;             // virtual offset that cells are relative to
  std::vector<Cell> cells_;       // those shown
  std::vector<uint32_t> starts_;  // the column of each cell, and the end
  bool cut_left_ = false;
  bool cut_right_ = false;
};

}  // namespace kval::report
