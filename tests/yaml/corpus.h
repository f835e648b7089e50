#pragma once

#include <optional>
#include <string>
#include <vector>

namespace kval::yaml {

// The folder of the conformance corpora: $KVAL_CONFORMANCE, else `../shared/conformance` beside the project.
std::optional<std::string> CorpusRoot();
// All files below `folder` whose names end so, sorted.
std::vector<std::string> FilesBelow(const std::string& folder, const std::vector<std::string>& suffixes);
std::string ReadAll(const std::string& path);

}  // namespace kval::yaml
