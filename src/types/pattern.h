#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "src/support/result.h"

namespace kval::types {

// A compiled regular expression in re2's syntax, with re2's guarantee of linear time. Copies share it.
class Pattern {
 public:
  // Fails with re2's reason and the part of the pattern it objects to.
  static Result<Pattern> Compile(std::string_view pattern);

  // True when some part of `text` matches; use ^ and $ to ask for all of it.
  bool Matches(std::string_view text) const;
  const std::string& text() const { return text_; }

 private:
  struct Compiled;
  Pattern(std::string text, std::shared_ptr<const Compiled> compiled);

  std::string text_;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace kval::types
