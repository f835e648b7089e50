#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/yaml/document.h"

// What a document is for, told by the annotations of its header.
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

// The names in a document's header that no annotation has, `data/value` say.
std::vector<source::Span> UnknownInHeader(const yaml::File& file, const yaml::Document& document);

}  // namespace kval::driver
