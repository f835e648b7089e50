#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/kcl/format/comments.h"
#include "src/source/source_file.h"
#include "src/source/span.h"

namespace kval::kcl::format {

// The printed text of one file, with its indentation and its comments.
//
// Comments have no nodes: each is printed before the first node that starts on a later line, or behind the
// value that ends on its line.
class Layout {
 public:
  Layout(const source::SourceFile& file, std::vector<Comment> comments)
      : file_(file), comments_(std::move(comments)) {}

 protected:
  ~Layout() = default;

  struct Lines {
    uint32_t first = 0;
    uint32_t last = 0;
  };
  Lines LinesOf(source::Span span) const;

  void Write(std::string_view text) { out_ += text; }
  void WriteSource(source::Span span) { out_ += file_.Text(span); }
  void Fill() { out_.append(indent_ * 4, ' '); }
  void Newline();
  void NewlineAndIndent(int levels);
  void Enter() { ++indent_; }
  void Leave() { --indent_; }

  void CommentsBefore(source::Span node);
  void CommentsUntil(uint32_t line);
  void CommentsBehind(source::Span node);
  void CommentsBehindOpening(source::Span node, source::Span first);

  const source::SourceFile& file_;
  CommentQueue comments_;
  std::string out_;
  size_t indent_ = 0;
  uint32_t last_line_ = 0;  // the last line on which a printed node starts
};

}  // namespace kval::kcl::format
