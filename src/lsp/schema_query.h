#pragma once

#include <cstdint>
#include <string>

#include "src/lsp/text_position.h"

namespace kval::lsp {

// A request about a position in an open document that needs its schema.
struct SchemaQuery {
  enum class QueryKind : uint8_t {
    kHover,        // hover: the declaration of the value
    kCompletion,   // completion: the keys or values allowed here
    kDeclaration,  // where the schema declares it
    kValidatedBy,  // kval/validatedBy: the schema of the document, and why
  };
  QueryKind kind = QueryKind::kHover;
  std::string path;
  TextPosition position;
  std::string below;  // Markdown that a hover shows below its answer; may be empty
};

}  // namespace kval::lsp
