#pragma once

#include <string>
#include <vector>

#include "src/project/plan.h"
#include "src/project/tree.h"

namespace kval::project {

// The YAML files of the project, without excluded ones, that no check names and that are no part of a chart
// that one names. Sorted. Hidden directories are not looked into.
std::vector<std::string> UncoveredFiles(const std::vector<Check>& checks, Tree& tree);

}  // namespace kval::project
