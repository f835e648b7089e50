#pragma once

#include <cstddef>
#include <string>

#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

struct DefinitionDiffResult {
  bool is_usable =
      true;  // all files could be read, and both sides have definitions, and the new ones are valid
  size_t file_count = 0;
  size_t definition_count = 0;  // compared
};

// Compares the CustomResourceDefinitions of two paths, files or directories, by their names: `kval k8s crd
// diff`. The changes are findings of `session` (kubernetes/definition_diff).
DefinitionDiffResult CompareDefinitionFiles(const std::string& before, const std::string& after,
                                            source::FileReader& reader, Session& session);

}  // namespace kval::driver
