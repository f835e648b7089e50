#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/yaml/document.h"

// The role of a document by the annotations of its header.
namespace kval::driver {

enum class DocumentRole : uint8_t {
  kNone,            // neither schema nor values
  kReleasedSchema,  // #@data/values-schema
  kProposalSchema,  // #@schema/definition
  kValues,          // #@data/values
};

struct DocumentHeader {
  DocumentRole role = DocumentRole::kNone;
  source::Span annotation;   // the one that decides
  bool for_library = false;  // #@library/ref: not for this library
  bool is_overlay = false;   // #@overlay/…
};

// Returns the header of a document: the annotations on the lines above its `---` or on that line. A document
// without `---` has none (ytt pkg/yamlmeta/parser.go). Evaluates nothing. Requires: `document` belongs to
// `file`.
DocumentHeader HeaderOf(const yaml::File& file, const yaml::Document& document);

// A comment that looks like a header but is not one.
struct MalformedHeader {
  source::Span at;             // the comment, or the name in it that no annotation has
  std::string_view text;       // the text there
  std::string_view suggested;  // the name of the intended header; empty when none is near

  // Whether the header of a schema or of values was probably intended. ytt ignores all other annotations that
  // it does not know.
  bool is_intended() const { return !suggested.empty(); }
};

// Returns the comments before a document's content that resemble `#@data/values-schema`, `#@data/values` or
// `#@schema/definition` (misspelt, `# @data/values`, `#data/values`), and unknown annotations there.
std::vector<MalformedHeader> FindMalformedHeaders(const yaml::File& file, const yaml::Document& document);

}  // namespace kval::driver
