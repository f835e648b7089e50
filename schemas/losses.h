#pragma once

#include <string>
#include <utility>

#include "src/diag/emitter.h"
#include "src/source/source_map.h"
#include "src/types/rule.h"

namespace kval::schemas {

// A part of a schema that another language cannot say.
struct Loss {
  source::Span at;  // where the schema says it
  diag::Path path;
  std::string what;  // "the rule `lambda v: v % 2 == 0`", "that null is allowed"
  std::string why;   // a further fact; may be empty
  std::string hint;  // what to do by hand; may be empty
  // The output says it in a way that kval reads back and that means nothing to the language's own tools.
  bool only_kval = false;
};

// Reports what a conversion drops, each once (KV240).
class Losses {
 public:
  // `target` is what people call the other language. Without `emit` they are counted only.
  Losses(std::string target, const source::SourceMap* sources, diag::Emitter* emit)
      : target_(std::move(target)), sources_(sources), emit_(emit) {}

  // For a text that is written to be looked at.
  Losses Silent() const { return {target_, sources_, nullptr}; }

  // Reports a loss. Returns the one-line comment for the output at the place of the dropped part.
  std::string Report(Loss loss);

  // The text of the schema at a place, on one line and cut when it is long; empty for no place.
  std::string Excerpt(source::Span at) const;
  // How a message names a rule: a function by its text, a built-in test as in the dump.
  std::string WordsOf(const types::Rule& rule) const;
  size_t count() const { return count_; }

 private:
  std::string target_;
  const source::SourceMap* sources_;
  diag::Emitter* emit_;
  size_t count_ = 0;
};

}  // namespace kval::schemas
