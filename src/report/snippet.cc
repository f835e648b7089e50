#include "src/report/snippet.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace kval::report {
namespace {

constexpr uint32_t kUnknownWidth = 160;
constexpr uint32_t kLeastWidth = 40;
// A span over at most this many lines is shown whole.
constexpr uint32_t kWholeSpanLines = 4;

bool IsSpaceOrTab(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// The range without white space at its end: a block mapping ends at its last entry, not at the line break.
source::Span Trim(const source::SourceFile& file, source::Span span) {
  span.end = std::min(span.end, file.span().end);
  const std::string_view text = file.text();
  uint32_t end = span.end;
  while (end > span.begin && IsSpaceOrTab(text[end - 1 - file.base()])) {
    --end;
  }
  return end > span.begin ? source::Span{span.begin, end} : source::Span{span.begin, span.begin};
}

struct Range {
  source::Span span;
  std::string text;
  bool primary = false;
  uint32_t first_line = 0;
  uint32_t last_line = 0;
  size_t bar = 0;  // at the left, for a range over several lines; those without a common line share one

  bool is_single() const { return first_line == last_line; }
  TextStyle ink(const SnippetStyle& style) const { return primary ? style.primary : TextStyle::kGutter; }
  char glyph() const { return primary ? '^' : '-'; }
};

// One row below a source line: a character and an ink for each column, then text that may be wide.
struct Row {
  std::string glyphs;
  std::vector<TextStyle> inks;
  std::string tail;
  TextStyle tail_ink = TextStyle::kPlain;

  void Put(size_t column, char glyph, TextStyle ink) {
    if (column >= glyphs.size()) {
      glyphs.resize(column + 1, ' ');
      inks.resize(column + 1, TextStyle::kPlain);
    }
    glyphs[column] = glyph;
    inks[column] = ink;
  }
};

class Frame {
 public:
  Frame(const source::SourceFile& file, std::span<const SnippetLabel> marks, const RedactedParts& hidden,
        const SnippetStyle& style);

  void Write(std::string* out);

 private:
  void PlaceBars();
  // The ranges that begin or end in a line, in order.
  using AtLine = std::pair<uint32_t, size_t>;
  std::span<const AtLine> RangesAt(uint32_t number) const;
  std::vector<uint32_t> LinesToShow() const;
  source::Span AnchorIn(uint32_t number) const;
  void WriteLine(uint32_t number, std::string* out);
  void WriteSingleMarks(uint32_t number, const TruncatedLine& line, std::string* out);
  void WriteHanging(const TruncatedLine& line, const std::vector<const Range*>& hanging, std::string* out);
  void WriteSpanStart(const TruncatedLine& line, size_t index, std::string* out);
  void WriteSpanEnd(const TruncatedLine& line, size_t index, std::string* out);
  void WriteElision(std::string* out) const;

  uint32_t TextWidth() const;
  Row BlankRow() const;
  void Underline(const TruncatedLine& line, const Range& range, Row& row) const;
  void Finish(const Row& row, std::string* out) const;

  const source::SourceFile& file_;
  SnippetStyle style_;
  std::vector<Range> ranges_;
  std::vector<AtLine> at_lines_;
  RedactedParts hidden_;
  size_t bar_count_ = 0;
  std::vector<bool> bar_on_;
  std::vector<TextStyle> bar_ink_;
};

}  // namespace

uint32_t LastLine(const source::SourceFile& file, source::Span span) {
  const source::Span trimmed = Trim(file, span);
  return file.LineOf(trimmed.size() > 0 ? trimmed.end - 1 : trimmed.end);
}

Frame::Frame(const source::SourceFile& file, std::span<const SnippetLabel> marks, const RedactedParts& hidden,
             const SnippetStyle& style)
    : file_(file), style_(style), hidden_(hidden) {
  for (const SnippetLabel& mark : marks) {
    const source::Span span = Trim(file, mark.span);
    Range range{span, mark.text, mark.primary, file.LineOf(span.begin), LastLine(file, span), 0};
    at_lines_.emplace_back(range.first_line, ranges_.size());
    if (!range.is_single()) {
      at_lines_.emplace_back(range.last_line, ranges_.size());
    }
    ranges_.push_back(std::move(range));
  }
  std::sort(at_lines_.begin(), at_lines_.end());
  PlaceBars();
}

void Frame::PlaceBars() {
  std::vector<std::map<uint32_t, uint32_t>> taken;  // of each bar: from which line to which
  for (Range& range : ranges_) {
    if (range.is_single()) {
      continue;
    }
    const auto is_free = [&range](const std::map<uint32_t, uint32_t>& lines) {
      const auto after = lines.upper_bound(range.last_line);
      return after == lines.begin() || std::prev(after)->second < range.first_line;
    };
    const auto bar = std::find_if(taken.begin(), taken.end(), is_free);
    range.bar = static_cast<size_t>(bar - taken.begin());
    (bar == taken.end() ? taken.emplace_back() : *bar).emplace(range.first_line, range.last_line);
  }
  bar_count_ = taken.size();
  bar_on_.resize(bar_count_, false);
  bar_ink_.resize(bar_count_, TextStyle::kPlain);
}

std::span<const Frame::AtLine> Frame::RangesAt(uint32_t number) const {
  const auto first = std::lower_bound(at_lines_.begin(), at_lines_.end(), AtLine(number, 0));
  const auto following = std::lower_bound(first, at_lines_.end(), AtLine(number + 1, 0));
  return {first, following};
}

std::vector<uint32_t> Frame::LinesToShow() const {
  std::vector<uint32_t> lines;
  for (const Range& range : ranges_) {
    const bool whole = range.last_line - range.first_line < kWholeSpanLines;
    for (uint32_t line = range.first_line; whole && line <= range.last_line; ++line) {
      lines.push_back(line);
    }
    lines.insert(lines.end(), {range.first_line, range.last_line});
    if (!range.is_single()) {
      lines.push_back(range.first_line + 1);
    }
    for (uint32_t back = 1; range.primary && back <= style_.context_lines && back < range.first_line;
         ++back) {
      const uint32_t line = range.first_line - back;
      const std::string_view text = file_.Text(file_.LineSpan(line));
      if (std::all_of(text.begin(), text.end(), IsSpaceOrTab)) {
        break;
      }
      lines.push_back(line);
    }
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  // A gap of one line is printed: `...` would need as much space.
  std::vector<uint32_t> shown;
  for (const uint32_t line : lines) {
    if (!shown.empty() && line - shown.back() == 2) {
      shown.push_back(line - 1);
    }
    shown.push_back(line);
  }
  return shown;
}

uint32_t Frame::TextWidth() const {
  const uint32_t terminal = style_.width == 0 ? kUnknownWidth : std::max(style_.width, kLeastWidth);
  const uint32_t taken = style_.number_width + 3 + static_cast<uint32_t>(bar_count_) + 1;
  return terminal > taken + 16 ? terminal - taken : 16;
}

// The mark that must be seen when the line is too long: the primary one, else the first.
source::Span Frame::AnchorIn(uint32_t number) const {
  const source::Span whole = file_.LineSpan(number);
  source::Span anchor{whole.begin, whole.begin};
  bool anchored = false;
  for (const auto& [line, index] : RangesAt(number)) {
    const Range& range = ranges_[index];
    if (!anchored || range.primary) {
      const uint32_t begin = range.first_line == number ? range.span.begin : range.span.end;
      anchor = {std::min(begin, whole.end), std::min(range.is_single() ? range.span.end : begin, whole.end)};
      anchored = true;
    }
  }
  return anchor;
}

Row Frame::BlankRow() const {
  Row row;
  for (size_t bar = 0; bar < bar_count_; ++bar) {
    row.Put(bar, bar_on_[bar] ? '|' : ' ', bar_ink_[bar]);
  }
  if (bar_count_ > 0) {
    row.Put(bar_count_, ' ', TextStyle::kPlain);
  }
  return row;
}

void Frame::Finish(const Row& row, std::string* out) const {
  *out += Paint(style_.color, TextStyle::kGutter, std::string(style_.number_width, ' ') + " |");
  std::string line = " ";
  size_t last = row.glyphs.find_last_not_of(' ');
  last = row.tail.empty() ? (last == std::string::npos ? 0 : last + 1) : row.glyphs.size();
  for (size_t i = 0; i < last;) {
    size_t end = i + 1;
    while (end < last && row.inks[end] == row.inks[i]) {
      ++end;
    }
    line += Paint(style_.color, row.inks[i], std::string_view(row.glyphs).substr(i, end - i));
    i = end;
  }
  line += Paint(style_.color, row.tail_ink, row.tail);
  if (line != " ") {
    *out += line;
  }
  *out += '\n';
}

void Frame::Underline(const TruncatedLine& line, const Range& range, Row& row) const {
  const size_t offset = bar_count_ > 0 ? bar_count_ + 1 : 0;
  const uint32_t begin = line.GetColumn(range.span.begin);
  const uint32_t end = std::max(line.GetEndColumn(range.span.end), begin + 1);
  for (uint32_t column = begin; column < end; ++column) {
    row.Put(offset + column, range.glyph(), range.ink(style_));
  }
}

// Underlines share one row. The last one's label follows it; the others hang below, each from a bar, the
// rightmost first.
void Frame::WriteSingleMarks(uint32_t number, const TruncatedLine& line, std::string* out) {
  std::vector<const Range*> here;
  for (const auto& [at, index] : RangesAt(number)) {
    if (ranges_[index].is_single()) {
      here.push_back(&ranges_[index]);
    }
  }
  if (here.empty()) {
    return;
  }
  std::stable_sort(here.begin(), here.end(), [](const Range* a, const Range* b) {
    return a->span.begin != b->span.begin ? a->span.begin > b->span.begin : a->primary && !b->primary;
  });
  Row row = BlankRow();
  for (const bool primary : {false, true}) {
    for (const Range* range : here) {
      if (range->primary == primary) {
        Underline(line, *range, row);
      }
    }
  }
  // A label is next to its underline only if no other underline extends there.
  const bool siblings = std::all_of(here.begin(), here.end(), [&](const Range* range) {
    return range->span == here.front()->span || range->span.end <= here.front()->span.begin;
  });
  std::vector<const Range*> hanging;
  for (const Range* range : here) {
    if (range->text.empty()) {
      continue;
    }
    if (range == here.front() && siblings) {
      row.tail = " " + range->text;
      row.tail_ink = range->ink(style_);
    } else {
      hanging.push_back(range);
    }
  }
  Finish(row, out);
  WriteHanging(line, hanging, out);
}

// Labels from right to left. Those of truncated positions share a column, so that there are no more bars than
// columns.
void Frame::WriteHanging(const TruncatedLine& line, const std::vector<const Range*>& hanging,
                         std::string* out) {
  const size_t offset = bar_count_ > 0 ? bar_count_ + 1 : 0;
  std::vector<std::pair<uint32_t, const Range*>> bars;  // a column, and the last label there
  for (const Range* range : hanging) {
    const uint32_t column = line.GetColumn(range->span.begin);
    if (bars.empty() || bars.back().first != column) {
      bars.emplace_back(column, range);
    }
    bars.back().second = range;
  }
  const auto put = [&](size_t from, Row& row) {
    for (size_t i = from; i < bars.size(); ++i) {
      row.Put(offset + bars[i].first, '|', bars[i].second->ink(style_));
    }
  };
  size_t bar = 0;
  for (size_t i = 0; i < hanging.size(); ++i) {
    if (i == 0) {
      Row row = BlankRow();
      put(0, row);
      Finish(row, out);
    }
    const uint32_t column = bars[bar].first;
    Row text = BlankRow();
    put(bar + 1, text);
    bar += hanging[i] == bars[bar].second ? 1 : 0;
    while (text.glyphs.size() < offset + column) {
      text.Put(text.glyphs.size(), ' ', TextStyle::kPlain);
    }
    text.tail = hanging[i]->text;
    text.tail_ink = hanging[i]->ink(style_);
    Finish(text, out);
  }
}

void Frame::WriteSpanStart(const TruncatedLine& line, size_t index, std::string* out) {
  const Range& range = ranges_[index];
  Row row = BlankRow();
  const size_t column = bar_count_ + 1 + line.GetColumn(range.span.begin);
  for (size_t i = range.bar + 1; i < column; ++i) {
    row.Put(i, '_', range.ink(style_));
  }
  row.Put(column, range.glyph(), range.ink(style_));
  Finish(row, out);
  bar_on_[range.bar] = true;
  bar_ink_[range.bar] = range.ink(style_);
}

void Frame::WriteSpanEnd(const TruncatedLine& line, size_t index, std::string* out) {
  const Range& range = ranges_[index];
  Row row = BlankRow();
  const uint32_t end = std::max(line.GetEndColumn(range.span.end), 1U);
  const size_t column = bar_count_ + end;
  for (size_t i = range.bar + 1; i < column; ++i) {
    row.Put(i, '_', range.ink(style_));
  }
  row.Put(column, range.glyph(), range.ink(style_));
  row.tail = range.text.empty() ? "" : " " + range.text;
  row.tail_ink = range.ink(style_);
  Finish(row, out);
  bar_on_[range.bar] = false;
}

void Frame::WriteLine(uint32_t number, std::string* out) {
  const TruncatedLine line(file_, number, AnchorIn(number), TextWidth(), hidden_);
  std::vector<size_t> late_starts;
  std::vector<bool> starts(bar_count_, false);
  for (const auto& [at, i] : RangesAt(number)) {
    const Range& range = ranges_[i];
    if (range.is_single() || range.first_line != number) {
      continue;
    }
    starts[range.bar] = true;
    const std::string_view before = file_.Text({file_.LineSpan(number).begin, range.span.begin});
    if (!std::all_of(before.begin(), before.end(), IsSpaceOrTab)) {
      late_starts.push_back(i);
    } else {
      bar_on_[range.bar] = true;
      bar_ink_[range.bar] = range.ink(style_);
    }
  }
  std::string bars;
  for (size_t bar = 0; bar < bar_count_; ++bar) {
    bars += bar_on_[bar] ? Paint(style_.color, bar_ink_[bar], starts[bar] ? "/" : "|") : " ";
  }
  const std::string digits = std::to_string(number);
  std::string gutter(style_.number_width > digits.size() ? style_.number_width - digits.size() : 0, ' ');
  *out += Paint(style_.color, TextStyle::kGutter, gutter + digits + " |");
  std::string shown = " " + bars + (bar_count_ > 0 ? " " : "") + line.Text();
  shown.erase(shown.find_last_not_of(' ') + 1);
  *out += shown + "\n";

  for (const size_t index : late_starts) {
    WriteSpanStart(line, index, out);
  }
  WriteSingleMarks(number, line, out);
  for (const auto& [at, i] : RangesAt(number)) {
    if (!ranges_[i].is_single() && ranges_[i].last_line == number) {
      WriteSpanEnd(line, i, out);
    }
  }
}

void Frame::WriteElision(std::string* out) const {
  std::string row = "...";
  bool any = false;
  std::string bars;
  for (size_t bar = 0; bar < bar_count_; ++bar) {
    bars += bar_on_[bar] ? Paint(style_.color, bar_ink_[bar], "|") : " ";
    any = any || bar_on_[bar];
  }
  if (any) {
    row.resize(std::max<size_t>(style_.number_width + 3, row.size()), ' ');
    bars.erase(bars.find_last_not_of(' ') + 1);
  }
  *out += Paint(style_.color, TextStyle::kGutter, row) + (any ? bars : "") + "\n";
}

void Frame::Write(std::string* out) {
  *out += Paint(style_.color, TextStyle::kGutter, std::string(style_.number_width, ' ') + " |") + "\n";
  uint32_t previous = 0;
  for (const uint32_t line : LinesToShow()) {
    if (previous != 0 && line != previous + 1) {
      WriteElision(out);
    }
    WriteLine(line, out);
    previous = line;
  }
}

void WriteSnippet(const source::SourceFile& file, std::span<const SnippetLabel> marks,
                  const RedactedParts& hidden, const SnippetStyle& style, std::string* out) {
  Frame(file, marks, hidden, style).Write(out);
}

}  // namespace kval::report
