#pragma once

#include <string>

namespace kval::cli {

// Writes `text` to a file that is made or replaced; false when that is not possible.
bool WriteFile(const std::string& path, const std::string& text);

}  // namespace kval::cli
