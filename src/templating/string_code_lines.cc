#include "src/templating/string_code_lines.h"

#include <algorithm>
#include <utility>

namespace kval::templating {
namespace {

constexpr size_t kMostPlaces = 20;  // of one finding: as many calls are shown

}  // namespace

void StringCodeLines::Add(source::Span code, source::Span item, uint32_t line_breaks) {
  const source::SourceFile& file = sources_->FileOf(item);
  if (&file != &sources_->FileOf(code) || file.LineOf(code.begin) != file.LineOf(item.begin) + line_breaks) {
    pieces_.insert_or_assign(code.begin, Piece{code, item, line_breaks});
  }
}

source::Span StringCodeLines::GetReportedLine(source::Span place) const {
  auto next = pieces_.upper_bound(place.begin);
  if (!place.has_value() || next == pieces_.begin()) {
    return {};
  }
  const Piece& piece = (--next)->second;
  if (place.begin > piece.code.end || !sources_->FileOf(piece.code).Contains(place.begin)) {
    return {};
  }
  const std::string_view before = sources_->Text({piece.code.begin, place.begin});
  const auto breaks = static_cast<uint32_t>(std::count(before.begin(), before.end(), '\n'));
  const source::SourceFile& file = sources_->FileOf(piece.item);
  const source::Span line =
      file.LineSpan(std::min(file.LineOf(piece.item.begin) + piece.line_breaks + breaks, file.line_count()));
  const size_t spaces = file.Text(line).find_first_not_of(" \t\r");
  return {line.begin + static_cast<uint32_t>(spaces == std::string_view::npos ? 0 : spaces), line.end};
}

bool StringCodeLines::IsLabelled(const diag::Diagnostic& diagnostic, source::Span line) const {
  const source::SourceFile& file = sources_->FileOf(line);
  return std::any_of(diagnostic.labels.begin(), diagnostic.labels.end(), [&](const diag::Label& label) {
    return label.span.has_value() && file.Contains(label.span.begin) &&
           file.LineOf(label.span.begin) == file.LineOf(line.begin);
  });
}

void StringCodeLines::Consume(diag::Diagnostic diagnostic) {
  const size_t count = pieces_.empty() ? 0 : std::min(diagnostic.labels.size(), kMostPlaces);
  for (size_t i = 0; i < count; ++i) {
    const source::Span line = GetReportedLine(diagnostic.labels[i].span);
    if (line.has_value() && !IsLabelled(diagnostic, line)) {
      diagnostic.labels.push_back({line, "ytt names this line", diag::LabelRole::kRelated});
    }
  }
  next_->Consume(std::move(diagnostic));
}

}  // namespace kval::templating
