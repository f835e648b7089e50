#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/helm/render/chart_values.h"
#include "src/lang/gotemplate/text_pieces.h"
#include "src/source/source_map.h"
#include "src/source/span.h"

namespace kval::helm::render {

// Where a piece of rendered text comes from: the innermost template, and the values that it printed.
struct Piece : gotemplate::TextPiece {
  source::Span action;  // of the file's own template: equal to `span` unless it includes another template
};

// What the template of one file printed.
struct RenderedFile {
  std::string name;  // "web/templates/service.yaml"
  std::string text;
  std::vector<Piece> pieces;  // ordered; they cover the text

  // The piece that contains a byte of the text. Null for an empty file.
  const Piece* PieceAt(uint32_t offset) const;
  // Where a part of the text comes from: in text of the template exactly, up to the end of its line,
  // otherwise the action that printed its first byte.
  source::Span PlaceOf(uint32_t begin, uint32_t end, const source::SourceMap& sources) const;
  // The action of the file's own template that included another one, which printed the byte; no value: none
  // did.
  source::Span IncludeAt(uint32_t offset) const;
};

// One document of a file.
struct Manifest {
  const RenderedFile* file;
  std::string_view content;  // a part of the file's text
  std::string api_version;
  std::string kind;
  std::vector<std::string> events;  // of a hook: "pre-install"

  bool is_test() const;
  uint32_t offset() const { return static_cast<uint32_t>(content.data() - file->text.data()); }
};

// A CustomResourceDefinition of a chart, which is no template.
struct CrdFile {
  std::string name;  // "web/crds/crontab.yaml"
  std::string_view text;
  source::Span span;
};

}  // namespace kval::helm::render
