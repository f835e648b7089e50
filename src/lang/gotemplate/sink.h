#pragma once

#include <string>
#include <string_view>

#include "src/lang/gotemplate/origins.h"
#include "src/source/span.h"

namespace kval::gotemplate {

// Receives output in its order.
class Sink {
 public:
  virtual ~Sink() = default;
  // `span`: the text or action of the template. `origins`: of what the action printed; empty for text.
  virtual void Write(std::string_view text, source::Span span, OriginSet origins) = 0;
  // The program read a value with origins: printed, passed to a function or tested.
  virtual void Read(OriginSet /*origins*/) {}
};

// The bytes alone, and the origins of all of them.
class TextSink final : public Sink {
 public:
  explicit TextSink(Origins* known) : known_(known) {}
  void Write(std::string_view text, source::Span /*span*/, OriginSet origins) override {
    text_ += text;
    origins_ = known_->Union(origins_, origins);
  }
  const std::string& text() const { return text_; }
  OriginSet origins() const { return origins_; }

 private:
  Origins* known_;
  std::string text_;
  OriginSet origins_;
};

}  // namespace kval::gotemplate
