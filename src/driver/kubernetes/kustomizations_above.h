#pragma once

#include <string>
#include <vector>

#include "src/driver/inputs/inputs.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// Adds the files that decide whether manifests are complete, or parts of resources: kustomizations and tests
// of Chainsaw next to one of the files, and kustomizations of the directories above that load one. The
// working directory `directory` (absolute; may be empty) bounds the search: of other paths, only the own
// directory is searched.
//
// Cost: five look-ups for each directory of the files, and three for those above them; each kustomization is
// read once.
void AddKustomizationsAbove(const std::string& directory, source::FileReader& reader,
                            std::vector<InputFile>& files);

}  // namespace kval::driver
