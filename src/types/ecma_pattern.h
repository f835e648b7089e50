#pragma once

#include <string>
#include <string_view>

#include "src/support/result.h"

namespace kval::types {

// An ECMA-262 regular expression (with the flag `u`, as JSON Schema requires), converted to the syntax of RE2
// and of PCRE2.
struct EcmaPattern {
  std::string text;
  // Looks around or back: only a matcher that tracks back can do that, under a limit of steps.
  bool needs_backtracking = false;
};

// Fails with the reason if the text is not an ECMA-262 regular expression. Linear; errors that only the
// engines detect (an unclosed group) are left to them.
Result<EcmaPattern> TranslateEcma(std::string_view text);

}  // namespace kval::types
