#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace kval::project {

// Directories of version control systems: one marks the root of a repository, and no project file is inside.
inline constexpr std::array<std::string_view, 4> kRepositoryFolders = {".git", ".hg", ".svn", ".jj"};

inline bool IsRepositoryFolder(std::string_view name) {
  return std::find(kRepositoryFolders.begin(), kRepositoryFolders.end(), name) != kRepositoryFolders.end();
}

}  // namespace kval::project
