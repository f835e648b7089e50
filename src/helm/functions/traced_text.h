#pragma once

#include <cstddef>

#include "src/lang/gotemplate/functions.h"
#include "src/lang/gotemplate/text_pieces.h"
#include "src/lang/gotemplate/value.h"

// Where values come from that functions write as text, and read from text.
namespace kval::helm::functions {

// The origins of parts of a string.
class OriginsOfText {
 public:
  OriginsOfText(gotemplate::Call& call, const gotemplate::Value& text)
      : pieces_(call.heap().PiecesOf(text.text())), whole_(text.origin()) {}
  gotemplate::OriginSet At(size_t offset) const;

 private:
  const gotemplate::TextPieces* pieces_;
  gotemplate::OriginSet whole_;
};

// Whether a map or list, written as text, needs an origin for each of its values. A map of values files needs
// only its own: values are found in it by their paths.
bool NeedsPieces(const gotemplate::Value& value);

}  // namespace kval::helm::functions
