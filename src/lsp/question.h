#pragma once

#include <cstdint>
#include <string>

#include "src/lsp/text_position.h"

namespace kval::lsp {

// A request about a position in an open document that needs its schema.
struct Question {
  enum class About : uint8_t {
    kMeaning,      // hover: the declaration of the value
    kCompletion,   // completion: the keys or values allowed here
    kDeclaration,  // where the schema declares it
  };
  About about = About::kMeaning;
  std::string path;
  TextPosition position;
};

}  // namespace kval::lsp
