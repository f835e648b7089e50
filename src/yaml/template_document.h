#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "src/source/source_file.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// Input that is a template for another program as a whole: at least one marker is a statement (`{{ if … }}`,
// `{% for … %}`). Unquoted values alone (`host: {{ domain }}`) are separate errors. A whole template is
// reported once, at its first marker.
struct TemplateDocument {
  const SyntaxError* first = nullptr;  // null: the input is not such a template
  size_t others = 0;                   // number of further markers

  // Returns whether the error is a further marker, which is not reported.
  bool IsFurtherMark(const SyntaxError& error) const {
    return first != nullptr && &error != first && error.kind == diag::Kind::kForeignTemplate;
  }
};

// Returns the single error to report for an HTML page or an XML file; it replaces all of `errors`. Nullopt
// for other input.
std::optional<SyntaxError> FindMarkup(const std::vector<SyntaxError>& errors,
                                      const source::SourceFile& source);

// Returns a result with `first` null if no error is a template statement.
TemplateDocument FindTemplateDocument(const std::vector<SyntaxError>& errors,
                                      const source::SourceFile& source);

}  // namespace kval::yaml
