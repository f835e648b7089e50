#pragma once

#include <string>
#include <vector>

#include "src/project/plan.h"

namespace kval::project {

// Determines the checks to repeat for paths that may have changed. A schema affects all checks that use it, a
// values file all checks with it as a layer.
struct AffectedChecks {
  std::vector<bool> is_affected;       // one for each check
  std::vector<std::string> unclaimed;  // paths that no check names; checks may still read them
};

// `paths` are relative to the project. A directory includes everything below it.
AffectedChecks FindAffectedChecks(const std::vector<std::string>& paths, const std::vector<Check>& checks);

// Whether `path` is `place` or below it.
bool IsWithin(const std::string& path, const std::string& place);

}  // namespace kval::project
