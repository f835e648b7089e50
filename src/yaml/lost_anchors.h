#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/source/source_file.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// The anchors in text that could not be read: an alias of one of them is no mistake of its own.
class LostAnchors {
 public:
  // Both outlive it; `faults` may grow, in the order of the text.
  LostAnchors(const source::SourceFile& source, const std::vector<Fault>& faults)
      : source_(source), faults_(faults) {}

  // Whether something in the document in front of the place could not be read, and the name stands there
  // behind a `&`. Looks through the text a few times in a document, no more.
  bool Has(std::string_view name, source::Span place, uint32_t document_begin);

 private:
  bool IsBehindBrokenText(source::Span place);

  const source::SourceFile& source_;
  const std::vector<Fault>& faults_;
  uint32_t begin_ = 0;      // of the document
  size_t seen_ = 0;         // the faults that were looked at in it
  bool is_broken_ = false;  // one of them is of broken text
  uint32_t searches_ = 0;   // for names
};

}  // namespace kval::yaml
