#include "src/source/source_file.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "src/source/byte_set.h"
#include "src/support/check.h"

namespace kval::source {

SourceFile::SourceFile(std::string name, std::string bytes, uint32_t base)
    : name_(std::move(name)),
      bytes_(std::move(bytes)),
      mark_(std::string_view(bytes_).starts_with("\xEF\xBB\xBF") ? 3 : 0),
      base_(base) {
  has_ = GetByteSet(text());
  const auto has_any = [this](size_t begin, size_t end) {
    return std::memchr(has_.data() + begin, 1, end - begin) != nullptr;
  };
  has_unusual_ =
      has_any(0, '\t') || has_any('\v', '\r') || has_any('\r' + 1, ' ') || has_any(0x7F, has_.size());
}

bool SourceFile::HasAll(std::string_view bytes) const {
  return std::all_of(bytes.begin(), bytes.end(), [this](char byte) { return Has(byte); });
}

// A line ends at LF, CR LF or a lone CR, as YAML 1.2 section 5.4 has it.
const std::vector<uint32_t>& SourceFile::Lines() const {
  if (!lines_.empty()) {
    return lines_;
  }
  lines_.push_back(0);
  const std::string_view all = text();
  if (!Has('\r')) {  // the fast way
    for (size_t i = all.find('\n'); i != std::string_view::npos && i + 1 < all.size();
         i = all.find('\n', i + 1)) {
      lines_.push_back(static_cast<uint32_t>(i + 1));
    }
  } else {
    for (size_t i = 0; i < all.size(); ++i) {
      const bool is_break = all[i] == '\n' || (all[i] == '\r' && (i + 1 == all.size() || all[i + 1] != '\n'));
      if (is_break && i + 1 < all.size()) {
        lines_.push_back(static_cast<uint32_t>(i + 1));
      }
    }
  }
  CountColumns();
  return lines_;
}

void SourceFile::CountColumns() const {
  const auto size = static_cast<uint32_t>(text().size());
  for (size_t i = 0; i < lines_.size(); ++i) {
    columns_.Add(text(), lines_[i], i + 1 < lines_.size() ? lines_[i + 1] : size);
  }
}

uint32_t SourceFile::LineOf(uint32_t offset) const {
  KVAL_CHECK(Contains(offset));
  const std::vector<uint32_t>& lines = Lines();
  return static_cast<uint32_t>(std::upper_bound(lines.begin(), lines.end(), offset - base_) - lines.begin());
}

Length SourceFile::Before(uint32_t offset) const {
  const uint32_t line = LineOf(offset);
  return columns_.Before(text(), lines_[line - 1], offset - base_);
}

LineColumn SourceFile::Locate(uint32_t offset) const {
  return {LineOf(offset), Before(offset).code_points + 1};
}

uint32_t SourceFile::line_count() const {
  return static_cast<uint32_t>(Lines().size());
}

Span SourceFile::LineSpan(uint32_t line) const {
  const std::vector<uint32_t>& lines = Lines();
  KVAL_CHECK(line >= 1 && line <= lines.size());
  const uint32_t begin = lines[line - 1];
  uint32_t end = line < lines.size() ? lines[line] : static_cast<uint32_t>(text().size());
  while (end > begin && (text()[end - 1] == '\n' || text()[end - 1] == '\r')) {
    --end;
  }
  return {base_ + begin, base_ + end};
}

}  // namespace kval::source
