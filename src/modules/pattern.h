#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "src/lang/starlark/interpreter.h"

namespace kval::modules {

// A regular expression as Go's package regexp has it: RE2 syntax, linear time. Copies share it.
class Pattern {
 public:
  // An empty pattern, to assign to.
  Pattern() = default;
  // Fails with Go's message: error parsing regexp: missing closing ): `(a`. Costs steps in proportion to the
  // compiled size, which is bounded.
  static starlark::Outcome<Pattern> Compile(starlark::Interpreter& interpreter, std::string_view pattern);

  // True when some part of `text` matches. Costs steps by its size.
  starlark::Outcome<bool> Matches(starlark::Interpreter& interpreter, std::string_view text) const;
  // Replaces every match; `replacement` may contain Go's `$1`, `${name}` and `$$` (Regexp.Expand). Cost: each
  // match is charged the rest of the string, because a search may scan all of it.
  starlark::Outcome<std::string> Replace(starlark::Interpreter& interpreter, std::string_view text,
                                         std::string_view replacement) const;
  // The same with the result of a function for each match. Stops at the first failure.
  starlark::Outcome<std::string> Replace(
      starlark::Interpreter& interpreter, std::string_view text,
      const std::function<starlark::Outcome<std::string>(std::string_view match)>& replacement) const;
  const std::string& text() const { return text_; }

 private:
  struct Compiled;

  std::string text_;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace kval::modules
