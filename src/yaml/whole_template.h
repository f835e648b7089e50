#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "src/source/source_file.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// A text that is a template of another program as a whole: one of its marks is a statement (`{{ if … }}`, `{%
// for … %}`); an unquoted value (`host: {{ domain }}`) alone is a separate mistake. Reported once, at the
// first mark.
struct WholeTemplate {
  const Fault* first = nullptr;  // null: the text is none
  size_t others = 0;             // how many more marks it has

  // Whether the mark is one of the others.
  bool Covers(const Fault& fault) const {
    return first != nullptr && &fault != first && fault.kind == diag::Kind::kForeignTemplate;
  }
};

// The only fault to report for a text with `faults` that is an HTML page or an XML file.
std::optional<Fault> FindMarkup(const std::vector<Fault>& faults, const source::SourceFile& source);

WholeTemplate FindWholeTemplate(const std::vector<Fault>& faults, const source::SourceFile& source);

}  // namespace kval::yaml
