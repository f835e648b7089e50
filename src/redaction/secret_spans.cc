#include "src/redaction/secret_spans.h"

#include <algorithm>
#include <string_view>

#include "src/redaction/secret_line.h"
#include "src/redaction/secret_text.h"

namespace kval::redaction {
namespace {

// Returns the first comment that begins at `at` or behind it.
std::span<const yaml::Comment>::iterator CommentAt(std::span<const yaml::Comment> comments, uint32_t at) {
  return std::lower_bound(comments.begin(), comments.end(), at,
                          [](const yaml::Comment& c, uint32_t begin) { return c.span.begin < begin; });
}

// Whether the line is code of a template: `{{- end }}`.
bool IsActionWithoutText(std::string_view line) {
  return line.starts_with("{{") && line.ends_with("}}") &&
         line.find_first_of("\"`") == std::string_view::npos;
}

}  // namespace

void SecretSpans::Hide(source::Span text) {
  for (uint32_t line = file_.LineOf(text.begin); text.begin < text.end; ++line) {
    const source::Span whole = file_.LineSpan(line);
    source::Span piece = {std::max(text.begin, whole.begin), std::min(text.end, whole.end)};
    const std::string_view of_line = piece.begin < piece.end ? file_.Text(piece) : std::string_view();
    const size_t first = of_line.find_first_not_of(" \t\r");
    if (first != std::string_view::npos) {
      piece.end = piece.begin + static_cast<uint32_t>(of_line.find_last_not_of(" \t\r") + 1);
      piece.begin += static_cast<uint32_t>(first);
      const std::string_view content = file_.Text(piece);
      if (content.find_first_not_of("{}[],") != std::string_view::npos && !IsNonSecretValue(content) &&
          !IsActionWithoutText(content)) {
        Add(piece);
      }
    }
    if (line >= file_.line_count() || whole.end >= text.end) {
      break;
    }
  }
}

size_t SecretSpans::AddRegion(const Region& region) {
  regions_.push_back(region);
  return regions_.size();
}

void SecretSpans::HideComments(std::span<const yaml::Comment> comments) {
  for (const Region& region : regions_) {
    auto comment = CommentAt(comments, region.span.begin);
    const uint32_t end = file_.LineSpan(file_.LineOf(region.span.end)).end;
    for (; comment != comments.end() && comment->span.begin < end; ++comment) {
      const source::Span line = file_.LineSpan(file_.LineOf(comment->span.begin));
      const std::string_view before = file_.Text({line.begin, comment->span.begin});
      const bool is_alone = before.find_first_not_of(" \t") == std::string_view::npos;
      if (is_alone ? before.size() >= region.column : region.with_trailing) {
        Hide(comment->span);
      }
    }
  }
}

void SecretSpans::HideLiterals(std::span<const yaml::Comment> comments, source::Span within) {
  for (auto comment = CommentAt(comments, within.begin);
       comment != comments.end() && comment->span.begin < within.end; ++comment) {
    for (const OffsetRange literal : LiteralsOfAnnotation(file_.Text(comment->span))) {
      Hide({comment->span.begin + static_cast<uint32_t>(literal.begin),
            comment->span.begin + static_cast<uint32_t>(literal.end)});
    }
  }
}

}  // namespace kval::redaction
