#pragma once

#include <string>
#include <vector>

#include "src/driver/inputs/inputs.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// Adds the kustomizations that decide whether manifests are complete, or patches: those next to one of the
// files, and those of the directories above that load one. The working directory
// `directory` (absolute; may be empty) bounds the search: of other paths, only the own directory is searched.
//
// Cost: three look-ups for each directory of the files and above them; each kustomization is read once.
void AddKustomizationsAbove(const std::string& directory, source::FileReader& reader,
                            std::vector<InputFile>& files);

}  // namespace kval::driver
