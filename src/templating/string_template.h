#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/source/span.h"

namespace kval::templating {

// A part of a text template: literal text, `(@= expression @)` or `(@ code @)`.
struct StringTemplatePart {
  enum class Kind : uint8_t { kLiteral, kValue, kCode } kind = Kind::kLiteral;
  std::string_view text;  // the literal, trimmed; or the code between the marks
  size_t offset = 0;      // of the code in the template
};

struct StringTemplate {
  std::vector<StringTemplatePart> pieces;
  // An error message, and its location in the template; empty if there is none.
  std::string error;
  size_t error_offset = 0;
};

// Splits a text template (ytt's pkg/texttemplate). `-` next to a mark trims white space on its side.
StringTemplate ParseStringTemplate(std::string_view text);

// Returns the part of `written`, the text between the marks in the file, that is the code of a piece: equal
// except for leading spaces of lines, which a block scalar removes. Empty if there is none.
std::string_view FindCode(std::string_view written, std::string_view code);

// Whether a string has anything to template.
inline bool IsTextTemplate(std::string_view text) {
  return text.find("(@") != std::string_view::npos || text.find("@)") != std::string_view::npos;
}

}  // namespace kval::templating
