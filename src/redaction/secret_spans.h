#pragma once

#include <span>
#include <utility>
#include <vector>

#include "src/source/source_file.h"
#include "src/yaml/events.h"

namespace kval::redaction {

// The secrets of a file, each within one line.
class SecretSpans {
 public:
  // Text in which everything is secret, also comments on separate lines from `column` on.
  struct Region {
    source::Span span;
    size_t column;
    bool with_trailing;  // and comments after values
  };

  explicit SecretSpans(const source::SourceFile& file) : file_(file) {}

  // Adds a span within a line.
  void Add(source::Span span) { spans_.push_back(span); }
  // Adds each line of a text, without indentation and without text that reveals nothing.
  void Hide(source::Span text);
  // Returns the number of the region, from 1.
  size_t AddRegion(const Region& region);
  void EndRegion(size_t number, uint32_t end) { regions_[number - 1].span.end = end; }
  // Adds the comments in regions. `comments` has the order of the text.
  void HideComments(std::span<const yaml::Comment> comments);
  // Adds the literals of annotations in `within`.
  void HideLiterals(std::span<const yaml::Comment> comments, source::Span within);
  std::vector<source::Span> Take() { return std::move(spans_); }

 private:
  const source::SourceFile& file_;
  std::vector<Region> regions_;
  std::vector<source::Span> spans_;
};

}  // namespace kval::redaction
