#pragma once

#include <cstdint>
#include <string>

#include "src/lsp/text_position.h"

namespace kval::lsp {

// What a client asks of a place in an open text, which only the schema of that text can tell.
struct Question {
  enum class About : uint8_t {
    kMeaning,      // hover: what the schema says of the value
    kCompletion,   // which keys or values may stand there
    kDeclaration,  // where the schema declares it
  };
  About about = About::kMeaning;
  std::string path;
  TextPosition position;
};

}  // namespace kval::lsp
