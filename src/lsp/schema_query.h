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
  };
  QueryKind kind = QueryKind::kHover;
  std::string path;
  TextPosition position;
};

}  // namespace kval::lsp
