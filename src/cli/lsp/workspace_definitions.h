#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/source/file_reader.h"

namespace kval::cli {

// Returns the files of the working directory that may define custom resources, by their paths: `crds/a.yaml`,
// `crd.yaml`, if they contain one. Empty if the program has a schema for every `apiVersion` of the manifest
// `text`, so that other documents cost no search. Looks into at most 2,000 directories, and returns at most
// 200 files.
std::vector<std::string> WorkspaceDefinitions(std::string_view text, source::FileReader& reader);

}  // namespace kval::cli
