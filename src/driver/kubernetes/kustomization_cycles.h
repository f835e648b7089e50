#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kval::driver {

// The directories that each kustomization loads, by its directory.
using LoadedDirectories = std::map<std::string, std::vector<std::string>>;

// Returns the edges to remove so that no kustomization loads itself, directly or indirectly: for each cycle
// the edge back to the first visited directory, in the order of names. Cost: linear in the number of edges;
// no recursion.
std::set<std::pair<std::string, std::string>> FindCycleEdges(const LoadedDirectories& loaded);

}  // namespace kval::driver
