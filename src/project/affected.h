#pragma once

#include <string>
#include <vector>

#include "src/project/plan.h"

namespace kval::project {

// Which checks have to be made for paths that may have changed: a schema concerns everything that is checked
// against it, a file of values every check that it is a layer of.
struct Affected {
  std::vector<bool> chosen;            // one for each check
  std::vector<std::string> unclaimed;  // paths that no check names; checks may still read them
};

// `paths` are relative to the project. A directory includes everything below it.
Affected AffectedBy(const std::vector<std::string>& paths, const std::vector<Check>& checks);

// Whether `path` is `place` or below it.
bool IsWithin(const std::string& path, const std::string& place);

}  // namespace kval::project
