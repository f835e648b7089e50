#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::cel {

// One `%…` of a format: `%.3f`.
struct FormatClause {
  char verb = 0;  // s d f e b x X o; `%` for one that stands for itself
  int precision = 6;
  size_t length = 0;  // in the format, with the `%`
};

// The clause at the start of `rest`, which begins with `%`. Nothing when there is none; `why` says so.
std::optional<FormatClause> ReadFormatClause(std::string_view rest, std::string* why);

}  // namespace kval::cel
