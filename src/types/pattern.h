#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "src/support/limits.h"
#include "src/support/result.h"

namespace kval::types {

// A compiled regular expression. Copies share it, and so do threads: nothing of it changes while matching.
class Pattern {
 public:
  // Compiles a pattern in RE2 syntax, with linear matching time. Fails with the reason and the invalid part;
  // kTooLarge if the pattern exceeds `regex_memory`.
  static Result<Pattern> Compile(std::string_view pattern, const Limits& limits = {});
  // In ECMA-262's syntax, as JSON Schema has it: on re2 where that can say it, else (looking around,
  // references to groups, large numbers of repetitions) on PCRE2, whose matches take `regex_matches` steps
  // at most.
  static Result<Pattern> CompileEcma(std::string_view pattern, const Limits& limits = {});

  enum class MatchResult : uint8_t { kNo, kYes, kTooMuchWork };
  // Whether some part of `text` matches; use ^ and $ to ask for all of it.
  MatchResult Match(std::string_view text) const;
  bool Matches(std::string_view text) const { return Match(text) == MatchResult::kYes; }
  // The pattern as in the schema.
  const std::string& text() const { return text_; }

 private:
  struct Compiled;
  Pattern(std::string text, std::shared_ptr<const Compiled> compiled);

  std::string text_;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace kval::types
