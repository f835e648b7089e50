#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace kval::project {

// The folders in which version control keeps what it knows: where one lies a repository begins, and nothing
// of a project lies in them.
inline constexpr std::array<std::string_view, 4> kRepositoryFolders = {".git", ".hg", ".svn", ".jj"};

inline bool IsRepositoryFolder(std::string_view name) {
  return std::find(kRepositoryFolders.begin(), kRepositoryFolders.end(), name) != kRepositoryFolders.end();
}

}  // namespace kval::project
