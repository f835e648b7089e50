#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/source/source_file.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// Anchors in unreadable text: an alias of one of them is not reported.
class UnreadableAnchors {
 public:
  // Both must outlive this object. `errors` may grow, in the order of locations.
  UnreadableAnchors(const source::SourceFile& source, const std::vector<SyntaxError>& errors)
      : source_(source), errors_(errors) {}

  // Whether unreadable text of the document before the position contains the name after `&`. At most a few
  // passes per document.
  bool Has(std::string_view name, source::Span place, uint32_t document_begin);

 private:
  bool FollowsUnreadableText(source::Span place);

  const source::SourceFile& source_;
  const std::vector<SyntaxError>& errors_;
  uint32_t begin_ = 0;           // of the document
  size_t seen_ = 0;              // errors already examined
  bool has_unreadable_ = false;  // one of them is of broken text
  uint32_t searches_ = 0;        // for names
};

}  // namespace kval::yaml
