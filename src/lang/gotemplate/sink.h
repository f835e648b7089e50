#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/lang/gotemplate/origins.h"
#include "src/lang/gotemplate/text_pieces.h"
#include "src/source/span.h"

namespace kval::gotemplate {

// Receives output in its order.
class Sink {
 public:
  virtual ~Sink() = default;
  // `piece`: without `end`. `action`: the text or action of the executed template, which prints what an
  // included template wrote at the piece's span.
  virtual void Write(std::string_view text, const TextPiece& piece, source::Span action) = 0;
  // The program read a value with origins: printed, passed to a function or tested.
  virtual void Read(OriginSet /*origins*/) {}
};

// The bytes, their pieces, and the origins of all of them.
class TextSink final : public Sink {
 public:
  explicit TextSink(Origins* known) : known_(known) {}
  void Write(std::string_view text, const TextPiece& piece, source::Span /*action*/) override {
    text_ += text;
    origins_ = known_->Union(origins_, piece.origins);
    AddPiece({static_cast<uint32_t>(text_.size()), piece.span, piece.origins}, &pieces_);
  }
  const std::string& text() const { return text_; }
  const TextPieces& pieces() const { return pieces_; }
  OriginSet origins() const { return origins_; }

 private:
  Origins* known_;
  std::string text_;
  TextPieces pieces_;
  OriginSet origins_;
};

}  // namespace kval::gotemplate
