#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "src/source/source_file.h"
#include "src/support/interner.h"

namespace kval::kcl::format {

struct Comment {
  std::string_view text;  // from `#` to the end of the line; refers to the file
  uint32_t line = 0;
};

// Returns all comments of a file without syntax errors, in order. Cost: linear in the text.
std::vector<Comment> FindComments(const source::SourceFile& file, Interner& names);

// The comments that are not printed yet.
class CommentQueue {
 public:
  explicit CommentQueue(std::vector<Comment> comments) : comments_(std::move(comments)) {}

  bool empty() const { return next_ == comments_.size(); }
  const Comment& front() const { return comments_[next_]; }
  Comment Take() { return comments_[next_++]; }
  bool HasUpTo(uint32_t line) const { return !empty() && front().line <= line; }
  bool HasBefore(uint32_t line) const { return !empty() && front().line < line; }

 private:
  std::vector<Comment> comments_;
  size_t next_ = 0;
};

}  // namespace kval::kcl::format
