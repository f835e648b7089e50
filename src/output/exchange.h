#pragma once

#include <string>

namespace kval::output {

// Exchanges two directories in one step. Returns false if the system or the file system cannot do that.
bool ExchangeDirectories(const std::string& first, const std::string& second);

}  // namespace kval::output
