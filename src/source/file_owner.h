#pragma once

#include <string>

namespace kval::source {

// Returns whether this user, the system's administrator or the caller of sudo owns the file; true if it is
// missing.
bool IsOwnedByUser(const std::string& path);

}  // namespace kval::source
