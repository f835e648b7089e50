#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kval::schemas::kcl {

// Lines with a margin before each that is not empty.
void AppendIndented(const std::vector<std::string>& from, std::string_view margin,
                    std::vector<std::string>& to);

// The decorator `@info` with these arguments, on one line or an argument on each; nothing without any.
void AppendInfo(const std::vector<std::string>& arguments, std::vector<std::string>& lines);

}  // namespace kval::schemas::kcl
