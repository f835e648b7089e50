#pragma once

#include <string>

#include "src/source/file_reader.h"

namespace kval::source {

// Returns the existing path most similar to a missing `path`: `schema.yml` for `schema.yaml`,
// `charts/web/values.yaml` for `chart/web/values.yaml`. Corrects one component, the first that is missing.
// Empty if there is no candidate. Cost: lists one directory.
std::string FindSimilarPath(FileReader& reader, const std::string& path);

// Returns the help for a missing `path`: the most similar path as a question, or `otherwise` without one.
std::string SimilarPathHint(FileReader& reader, const std::string& path, std::string otherwise);

}  // namespace kval::source
