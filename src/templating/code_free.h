#pragma once

#include "src/yaml/document.h"

namespace kval::templating {

// Whether all templating of the file is annotations and loads: then a fault in its text touches nothing but
// the nodes where it stands, and what could be read of it can be run. Its gaps stay in the trees.
bool IsCodeFree(const yaml::File& file);

}  // namespace kval::templating
