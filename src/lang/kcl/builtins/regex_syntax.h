#pragma once

#include <string>
#include <string_view>

#include "src/support/result.h"

namespace kval::kcl::builtins {

// Converts a pattern of Rust's fancy-regex to PCRE2: `\h` as a hexadecimal digit, `\u{..}`, `{,n}`, flags
// that only Rust has, the operators `&&`, `--` and `~~` and nested sets in classes, long names of general
// categories, POSIX classes as ASCII. Errors: syntax that PCRE2 accepts but Rust does not, such as verbs
// `(*...)`, callouts, recursion, `\C`, `\K`, `\Z`, `\Q`.
Result<std::string> TranslatePattern(std::string_view pattern);

}  // namespace kval::kcl::builtins
