#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kval::driver {

// The directories that each kustomization loads, by its directory.
using LoadedFolders = std::map<std::string, std::vector<std::string>>;

// What has to go for no kustomization to load itself, on whatever way: from each ring what leads back to
// where it is first met, in the order of names. Takes time by the number of all that is loaded; no recursion.
std::set<std::pair<std::string, std::string>> ClosesRings(const LoadedFolders& loaded);

}  // namespace kval::driver
