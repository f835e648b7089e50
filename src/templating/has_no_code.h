#pragma once

#include "src/yaml/document.h"

namespace kval::templating {

// Whether the file's templating consists of annotations and loads only: then a syntax error affects only its
// nodes, and the rest can be evaluated. Nodes keep their recovery marks.
bool HasNoCode(const yaml::File& file);

}  // namespace kval::templating
