#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/source/source_file.h"
#include "src/value/builder.h"

namespace kval::helm {

// Reads the text of a flag piece by piece, as strvals' runesUntil.
class SetFlagScanner {
 public:
  static constexpr char kEnd = '\0';

  // Up to a character that stops, which is consumed.
  struct Piece {
    std::string text;  // `\x` is x
    source::Span span;
    char stop = kEnd;      // kEnd: the end of the text
    bool is_empty = true;  // nothing was read, not even a backslash
  };

  // `reported_span`: the location of all parsed values, if it is not in the flag itself.
  SetFlagScanner(const source::SourceFile& file, bool has_escapes, source::Span reported_span)
      : file_(file), text_(file.text()), has_escapes_(has_escapes), reported_span_(reported_span) {}

  Piece Until(std::string_view stops);
  bool Take(char c);
  // Consumes spaces, then a comma or the end: an empty value of --set-json. Spaces are consumed in any case.
  bool TakeEmptyValue();
  void Skip(size_t bytes) { at_ += bytes; }

  bool AtEnd() const { return at_ >= text_.size(); }
  std::string_view rest() const { return text_.substr(at_); }
  uint32_t place() const { return file_.base() + static_cast<uint32_t>(at_); }
  uint32_t end() const { return file_.span().end; }
  // Returns the span from `begin` to the current position.
  source::Span From(uint32_t begin) const {
    return reported_span_.has_value() ? reported_span_ : source::Span{begin, place()};
  }

 private:
  const source::SourceFile& file_;
  std::string_view text_;
  bool has_escapes_;
  source::Span reported_span_;
  size_t at_ = 0;
};

// Returns the value that `--set` parses: null and booleans in any case, decimal 64-bit integers without a
// leading zero, otherwise a string (strvals.typedVal).
const value::Value* TypedScalar(const SetFlagScanner::Piece& piece, value::Builder& build);

}  // namespace kval::helm
