#include "src/source/source_file.h"

#include <algorithm>
#include <utility>

#include "src/support/check.h"
#include "src/support/utf8.h"

namespace kval::source {

SourceFile::SourceFile(std::string name, std::string bytes, uint32_t base)
    : name_(std::move(name)),
      bytes_(std::move(bytes)),
      mark_(std::string_view(bytes_).starts_with("\xEF\xBB\xBF") ? 3 : 0),
      base_(base) {}

// A line ends at LF, CR LF or a lone CR, as YAML 1.2 section 5.4 has it.
const std::vector<uint32_t>& SourceFile::Lines() const {
  if (!lines_.empty()) {
    return lines_;
  }
  lines_.push_back(0);
  const std::string_view all = text();
  if (all.find('\r') == std::string_view::npos) {  // the fast way
    for (size_t i = all.find('\n'); i != std::string_view::npos && i + 1 < all.size();
         i = all.find('\n', i + 1)) {
      lines_.push_back(static_cast<uint32_t>(i + 1));
    }
    return lines_;
  }
  for (size_t i = 0; i < all.size(); ++i) {
    const bool is_break = all[i] == '\n' || (all[i] == '\r' && (i + 1 == all.size() || all[i + 1] != '\n'));
    if (is_break && i + 1 < all.size()) {
      lines_.push_back(static_cast<uint32_t>(i + 1));
    }
  }
  return lines_;
}

LineColumn SourceFile::Locate(uint32_t offset) const {
  KVAL_CHECK(Contains(offset));
  const uint32_t local = offset - base_;
  const std::vector<uint32_t>& lines = Lines();
  const auto after = std::upper_bound(lines.begin(), lines.end(), local);
  const uint32_t start = *(after - 1);
  const size_t column = utf8::Count(text().substr(start, local - start));
  return {static_cast<uint32_t>(after - lines.begin()), static_cast<uint32_t>(column + 1)};
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
