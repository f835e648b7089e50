#pragma once

#include <string_view>

namespace kval {

// Returns where `part`, which is not empty, begins in `text`, or null. For Windows, whose C library has no
// memmem. Cost: linear.
const char* FindBytes(std::string_view text, std::string_view part);

}  // namespace kval
