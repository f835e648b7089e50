#include "src/report/truncated_line.h"

#include <algorithm>
#include <utility>

namespace kval::report {
namespace {

// Bytes of a line that are looked at on each side of the anchor: more than any terminal shows.
constexpr uint32_t kReach = 2048;

bool IsContinuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// The part of the line that can be of interest, without cutting characters.
source::Span Reach(const source::SourceFile& file, source::Span line, source::Span anchor) {
  const std::string_view text = file.text();
  source::Span reach = {anchor.begin - line.begin > kReach ? anchor.begin - kReach : line.begin,
                        line.end - anchor.begin > 2 * kReach ? anchor.begin + 2 * kReach : line.end};
  while (reach.begin < anchor.begin && IsContinuation(text[reach.begin - file.base()])) {
    ++reach.begin;
  }
  while (reach.end < line.end && IsContinuation(text[reach.end - file.base()])) {
    ++reach.end;
  }
  return reach;
}

// Adds the ranges that the redactor finds in the visible part of the line, or overlapping it.
void AddRepeated(const source::SourceFile& file, source::Span line, source::Span reach,
                 const Redactor& redactor, std::vector<source::Span>& places) {
  const uint32_t begin = reach.begin - line.begin > kReach ? reach.begin - kReach : line.begin;
  const uint32_t end = line.end - reach.end > kReach ? reach.end + kReach : line.end;
  const std::vector<source::Span> found = redactor.RepeatedRangesToHide(file, {begin, end});
  places.insert(places.end(), found.begin(), found.end());
}

// Returns the ranges in the visible part of a line: sorted, disjoint, without leading spaces.
std::vector<ByteRange> Clipped(const source::SourceFile& file, source::Span reach,
                               const std::vector<source::Span>& places) {
  std::vector<ByteRange> clipped;
  for (const source::Span place : places) {
    source::Span part = {std::max(place.begin, reach.begin), std::min(place.end, reach.end)};
    while (part.begin < part.end && (file.Text(part).front() == ' ' || file.Text(part).front() == '\t')) {
      ++part.begin;
    }
    if (part.begin >= part.end) {
      continue;
    }
    const ByteRange range = {part.begin - reach.begin, part.end - reach.begin};
    if (!clipped.empty() && range.begin <= clipped.back().end) {
      clipped.back().end = std::max(clipped.back().end, range.end);
    } else {
      clipped.push_back(range);
    }
  }
  return clipped;
}

}  // namespace

TruncatedLine::TruncatedLine(const source::SourceFile& file, uint32_t number, source::Span anchor,
                             uint32_t width, const RedactedParts& hidden) {
  const source::Span line = file.LineSpan(number);
  const source::Span reach = Reach(file, line, anchor);
  base_ = reach.begin;
  std::vector<source::Span> places(hidden.spans.begin(), hidden.spans.end());
  if (hidden.redactor != nullptr) {
    AddRepeated(file, line, reach, *hidden.redactor, places);
    std::sort(places.begin(), places.end(), [](source::Span a, source::Span b) { return a.begin < b.begin; });
  }
  std::vector<TerminalCell> all = Cells(file.Text(reach), Clipped(file, reach, places));
  const uint32_t left = FirstColumn(all, anchor, width);
  cut_left_ = left > 0 || reach.begin > line.begin;
  Truncate(std::move(all), left, width);
  cut_right_ = cut_right_ || reach.end < line.end;
}

// The first column that is shown: 0 when the anchor's end can be seen from there.
uint32_t TruncatedLine::FirstColumn(const std::vector<TerminalCell>& all, source::Span anchor,
                                    uint32_t width) const {
  uint32_t total = 0;
  uint32_t begin = 0;
  uint32_t end = 0;
  for (const TerminalCell& cell : all) {
    begin = base_ + cell.end <= anchor.begin ? total + cell.width : begin;
    total += cell.width;
    end = base_ + cell.begin < anchor.end ? total : end;
  }
  end = std::max(end, begin + 1);
  if (total <= width || end < width) {
    return 0;
  }
  const uint32_t size = end - begin + 1;
  const uint32_t margin = std::min(width / 4, width - std::min(width, size));
  return begin > margin ? begin - margin : 0;
}

void TruncatedLine::Truncate(std::vector<TerminalCell> all, uint32_t left, uint32_t width) {
  uint32_t passed = 0;
  uint32_t column = cut_left_ ? 1 : 0;
  for (TerminalCell& cell : all) {
    passed += cell.width;
    if (passed - cell.width < left) {
      continue;
    }
    if (column + cell.width > width) {
      cut_right_ = true;
      break;
    }
    starts_.push_back(column);
    column += cell.width;
    cells_.push_back(std::move(cell));
  }
  starts_.push_back(column);
}

std::string TruncatedLine::Text() const {
  std::string text = cut_left_ ? "…" : "";
  for (const TerminalCell& cell : cells_) {
    text += cell.text;
  }
  return cut_right_ ? text + "…" : text;
}

uint32_t TruncatedLine::GetColumn(uint32_t offset) const {
  if (offset < base_) {
    return 0;
  }
  const auto cell = std::partition_point(
      cells_.begin(), cells_.end(), [&](const TerminalCell& known) { return known.end <= offset - base_; });
  return starts_[static_cast<size_t>(cell - cells_.begin())];
}

uint32_t TruncatedLine::GetEndColumn(uint32_t offset) const {
  if (offset < base_) {
    return 0;
  }
  const auto cell = std::partition_point(
      cells_.begin(), cells_.end(), [&](const TerminalCell& known) { return known.end < offset - base_; });
  const auto index = static_cast<size_t>(cell - cells_.begin());
  return cell == cells_.end() || offset - base_ <= cell->begin ? starts_[index] : starts_[index + 1];
}

}  // namespace kval::report
