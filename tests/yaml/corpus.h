#pragma once

#include <optional>
#include <string>
#include <vector>

namespace kval::yaml {

// Returns the directory of the conformance corpora: $KVAL_CONFORMANCE, by default `../shared/conformance`
// next to the project. Returns nullopt if there is none.
std::optional<std::string> CorpusRoot();
// Returns the sorted paths of all files below a directory that end with one of the suffixes.
std::vector<std::string> FilesBelow(const std::string& directory, const std::vector<std::string>& suffixes);
std::string ReadAll(const std::string& path);

}  // namespace kval::yaml
