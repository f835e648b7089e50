#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/source/span.h"

namespace kval::templating {

// A part of a text template: literal text, `(@= expression @)` or `(@ code @)`.
struct TextPiece {
  enum class Kind : uint8_t { kLiteral, kValue, kCode } kind = Kind::kLiteral;
  std::string_view text;  // the literal, trimmed; or the code between the marks
  size_t offset = 0;      // of the code in the template
};

struct TextPieces {
  std::vector<TextPiece> pieces;
  // A fault: what it is, and where in the template; empty when there is none.
  std::string fault;
  size_t fault_offset = 0;
};

// Takes a text template apart (ytt's pkg/texttemplate). `-` beside a mark trims all white space on its side.
TextPieces SplitText(std::string_view text);

// The part of `written`, which stands between the marks in the file, that is the code of a piece: the same
// text but for the blanks that begin its lines, which a block of YAML leaves out. Empty when there is none.
std::string_view FindCode(std::string_view written, std::string_view code);

// Whether a string has anything to template.
inline bool IsTextTemplate(std::string_view text) {
  return text.find("(@") != std::string_view::npos || text.find("@)") != std::string_view::npos;
}

}  // namespace kval::templating
