#include "src/lang/kcl/format/layout.h"

#include <algorithm>

namespace kval::kcl::format {

Layout::Lines Layout::LinesOf(source::Span span) const {
  return {file_.LineOf(span.begin), file_.LineOf(span.end > span.begin ? span.end - 1 : span.end)};
}

void Layout::Newline() {
  Write("\n");
  Fill();
}

void Layout::NewlineAndIndent(int levels) {
  indent_ += static_cast<size_t>(levels);  // which may be negative
  Newline();
}

// Prints the comments of the lines before `node` unless a node on its line was printed.
void Layout::CommentsBefore(source::Span node) {
  const uint32_t line = LinesOf(node).first;
  if (line <= last_line_) {
    return;
  }
  last_line_ = line;
  while (comments_.HasBefore(line)) {
    const Comment comment = comments_.Take();
    Write(comment.text);
    Newline();
    if (comments_.HasBefore(line) && comments_.front().line >= comment.line + 2) {
      Newline();
    }
  }
}

// Prints the comments up to `line` on separate lines, at the end of a collection.
void Layout::CommentsUntil(uint32_t line) {
  bool is_first = true;
  while (comments_.HasUpTo(line)) {
    const Comment comment = comments_.Take();
    Write(is_first && out_.ends_with('\n') ? "" : "\n");
    is_first = false;
    Fill();
    Write(comment.text);
    if (comments_.HasUpTo(line) && comments_.front().line >= comment.line + 2) {
      Write("\n");
    }
    last_line_ = std::max(last_line_, comment.line);
  }
}

// Prints the comments on the first or the last line of a value.
void Layout::CommentsBehind(source::Span node) {
  const Lines lines = LinesOf(node);
  while (!comments_.empty() &&
         (comments_.front().line == lines.first || comments_.front().line == lines.last)) {
    Write(" ");
    Write(comments_.Take().text);
  }
}

// Prints the comment behind an opening bracket whose first item is on a later line.
void Layout::CommentsBehindOpening(source::Span node, source::Span first) {
  const uint32_t line = LinesOf(node).first;
  if (LinesOf(first).first > line && !comments_.empty() && comments_.front().line == line) {
    Write(" ");
    Write(comments_.Take().text);
  }
}

}  // namespace kval::kcl::format
