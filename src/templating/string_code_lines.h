#pragma once

#include <cstdint>
#include <map>

#include "src/diag/emitter.h"
#include "src/source/source_map.h"
#include "src/source/span.h"

namespace kval::templating {

// A sink that adds the line that ytt reports for code in a YAML string, if it differs: ytt counts line breaks
// from the line of the key, although block text begins below it (pkg/yamltemplate/text_template.go).
class StringCodeLines final : public diag::Sink {
 public:
  StringCodeLines(const source::SourceMap* sources, diag::Sink* next) : sources_(sources), next_(next) {}

  // `code` is a piece of the string of `item`, after that many line breaks of the string.
  void Add(source::Span code, source::Span item, uint32_t line_breaks);

  void Consume(diag::Diagnostic diagnostic) override;

 private:
  struct Piece {
    source::Span code, item;
    uint32_t line_breaks;
  };

  // Returns the line that ytt reports for a location in a piece; unset if ytt reports the actual line.
  source::Span GetReportedLine(source::Span place) const;
  bool IsLabelled(const diag::Diagnostic& diagnostic, source::Span line) const;

  const source::SourceMap* sources_;
  diag::Sink* next_;
  std::map<uint32_t, Piece> pieces_;  // by where they begin
};

}  // namespace kval::templating
