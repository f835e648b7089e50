#pragma once

#include <string>
#include <utility>

#include "src/diag/emitter.h"
#include "src/source/source_map.h"
#include "src/types/rule.h"

namespace kval::schemas {

// A part of a schema that the target language cannot express.
struct ConversionWarning {
  source::Span at;  // location in the schema
  diag::Path path;
  std::string what;  // "the rule `lambda v: v % 2 == 0`", "that null is allowed"
  std::string why;   // an additional fact; may be empty
  std::string hint;  // how to fix it by hand; may be empty
  // The output expresses it in a form that only kval supports; the tools of the target language ignore it.
  bool only_kval = false;
};

// Reports the parts of a schema that a conversion drops, each once (KV240).
class ConversionWarnings {
 public:
  // `target` is the display name of the target language. If `emit` is null, losses are counted but not
  // reported.
  ConversionWarnings(std::string target, const source::SourceMap* sources, diag::Emitter* emit)
      : target_(std::move(target)), sources_(sources), emit_(emit) {}

  // Returns a reporter that only counts, for output that is not the final result.
  ConversionWarnings Silent() const { return {target_, sources_, nullptr}; }

  // Reports a loss. Returns the one-line comment for the output at the place of the dropped part.
  std::string Report(ConversionWarning loss);

  // Returns the source of the schema at a location, on one line and truncated if long; empty without a
  // location.
  std::string Excerpt(source::Span at) const;
  // Returns the name of a rule for messages: the source of a function, or the dump of a built-in test.
  std::string DescribeRule(const types::Rule& rule) const;
  size_t count() const { return count_; }

 private:
  std::string target_;
  const source::SourceMap* sources_;
  diag::Emitter* emit_;
  size_t count_ = 0;
};

}  // namespace kval::schemas
