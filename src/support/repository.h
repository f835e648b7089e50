#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace kval {

// Directories of version control systems: one marks the root of a repository, and no project file is inside.
inline constexpr std::array<std::string_view, 4> kRepositoryDirectories = {".git", ".hg", ".svn", ".jj"};

// Returns whether the name is one of these directories.
inline bool IsRepositoryDirectory(std::string_view name) {
  return std::find(kRepositoryDirectories.begin(), kRepositoryDirectories.end(), name) !=
         kRepositoryDirectories.end();
}

}  // namespace kval
