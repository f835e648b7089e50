#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::cel {

// One conversion in a format string: `%.3f`.
struct FormatClause {
  char verb = 0;  // s d f e b x X o; `%` for `%%`
  int precision = 6;
  size_t length = 0;  // in the format, including the `%`
};

// Parses the clause at the start of `rest`, which begins with `%`. Returns nullopt and sets `why` if it is
// invalid.
std::optional<FormatClause> ReadFormatClause(std::string_view rest, std::string* why);

}  // namespace kval::cel
