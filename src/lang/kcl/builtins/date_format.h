#pragma once

#include <string_view>

namespace kval::kcl::builtins {

// Whether the whole text is a date, a time or both in a format of strftime, and names a real one. A format
// that leaves out part of a date (the day) matches no date. Source: chrono's format::strftime.
bool MatchesDateFormat(std::string_view text, std::string_view format);

}  // namespace kval::kcl::builtins
