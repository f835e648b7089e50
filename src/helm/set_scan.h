#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/source/source_file.h"
#include "src/value/builder.h"

namespace kval::helm {

// Reads the text of a flag piece by piece, as strvals' runesUntil.
class SetScan {
 public:
  static constexpr char kEnd = '\0';

  // Up to a character that stops, which is consumed.
  struct Piece {
    std::string text;  // `\x` is x
    source::Span span;
    char stop = kEnd;      // kEnd: the end of the text
    bool is_empty = true;  // nothing was read, not even a backslash
  };

  // `answerable`: the place of everything that is read, if it is not the text itself.
  SetScan(const source::SourceFile& file, bool has_escapes, source::Span answerable)
      : file_(file), text_(file.text()), has_escapes_(has_escapes), answerable_(answerable) {}

  Piece Until(std::string_view stops);
  bool Take(char c);
  // Consumes spaces, then a comma or the end: an empty value of --set-json. Spaces are consumed in any case.
  bool TakeEmptyValue();
  void Skip(size_t bytes) { at_ += bytes; }

  bool AtEnd() const { return at_ >= text_.size(); }
  std::string_view rest() const { return text_.substr(at_); }
  uint32_t place() const { return file_.base() + static_cast<uint32_t>(at_); }
  uint32_t end() const { return file_.span().end; }
  // From a place before to here.
  source::Span From(uint32_t begin) const {
    return answerable_.has_value() ? answerable_ : source::Span{begin, place()};
  }

 private:
  const source::SourceFile& file_;
  std::string_view text_;
  bool has_escapes_;
  source::Span answerable_;
  size_t at_ = 0;
};

// What `--set` takes a text for: null and booleans in any case, decimal integers of 64 bits without a leading
// zero, everything else a string (strvals.typedVal).
const value::Value* TypedScalar(const SetScan::Piece& piece, value::Builder& build);

}  // namespace kval::helm
