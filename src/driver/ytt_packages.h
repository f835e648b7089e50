#pragma once

#include <string>
#include <vector>

#include "src/driver/input_summary.h"

namespace kval::driver {

// Finds the ytt packages below a directory, each of which is a set. Returns directories, with a slash at the
// end, that each have a schema, or data values and templates, and load nothing from outside, if there are
// several; else those below the given directory from which alone the code finds what it loads by absolute
// paths
// (`load("/values.star", …)`); else none: the given directory is the package.
std::vector<std::string> FindYttPackages(const InputSummary& summary);

}  // namespace kval::driver
