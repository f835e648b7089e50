#pragma once

#include <string>
#include <string_view>

#include "src/support/result.h"

namespace kval::kcl::builtins {

// Rewrites a pattern of Rust's fancy-regex for PCRE2: `\h` as a hexadecimal digit, `\u{..}`, `{,n}`, flags
// that only Rust has, the operators `&&`, `--` and `~~` and nested sets in classes, long names of general
// categories, POSIX classes as ASCII. Refuses what PCRE2 would take but Rust does not: verbs `(*...)`,
// callouts, recursion, `\C`, `\K`, `\Z`, `\Q` and the like.
Result<std::string> TranslatePattern(std::string_view pattern);

}  // namespace kval::kcl::builtins
