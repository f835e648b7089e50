#pragma once

#include <string>

namespace kval {

// Returns the name of this machine in its network; empty if the system has none.
std::string GetHostName();

}  // namespace kval
