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

struct Header {
  DocumentRole role = DocumentRole::kNone;
  source::Span annotation;   // the one that decides
  bool for_library = false;  // #@library/ref: not for this library
  bool is_overlay = false;   // #@overlay/…
};

// The annotations on the lines above a document's `---` or on its line belong to the document; a document
// without `---` has none (ytt pkg/yamlmeta/parser.go). Nothing is evaluated. `document` is one of `file`'s.
Header HeaderOf(const yaml::File& file, const yaml::Document& document);

// A comment that looks like a header but is not one.
struct FailedHeader {
  source::Span at;         // the comment, or the name in it that no annotation has
  std::string_view text;   // the text there
  std::string_view meant;  // the annotation's name; empty when nothing is near
};

// The comments before a document's content that come near to `#@data/values-schema`, `#@data/values` or
// `#@schema/definition` (misspelt, `# @data/values`, `#data/values`), and annotations there that do not
// exist.
std::vector<FailedHeader> FailedHeaders(const yaml::File& file, const yaml::Document& document);

}  // namespace kval::driver
