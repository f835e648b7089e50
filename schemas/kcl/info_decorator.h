#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kval::schemas::kcl {

// Appends lines, with `margin` before each non-empty line.
void AppendIndented(const std::vector<std::string>& from, std::string_view margin,
                    std::vector<std::string>& to);

// Appends the decorator `@info` with these arguments, on one line or with one argument per line; nothing if
// there are none.
void AppendInfo(const std::vector<std::string>& arguments, std::vector<std::string>& lines);

}  // namespace kval::schemas::kcl
