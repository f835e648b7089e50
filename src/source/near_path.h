#pragma once

#include <string>

#include "src/source/file_reader.h"

namespace kval::source {

// The existing path that a missing `path` most likely stands for: `schema.yml` for `schema.yaml`,
// `charts/web/values.yaml` for `chart/web/values.yaml`. One misspelt part of the path is corrected, the first
// that is missing. Empty when there is no candidate. Cost: lists one directory.
std::string NearPath(FileReader& reader, const std::string& path);

}  // namespace kval::source
